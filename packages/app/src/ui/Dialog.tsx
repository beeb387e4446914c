import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { sharedState } from '../client/state.js';
import { Button } from './controls.js';
import { StillWaiting, toast } from './messages.js';

interface Props {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly wide?: boolean;
  readonly children?: ComponentChildren;
}

/** A modal dialog; the browser traps the focus and restores it. Escape closes it. */
export function Dialog({ title, open, onClose, wide = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current!;
    if (open && !element.open) element.showModal();
    if (!open && element.open) element.close();
  }, [open]);
  return (
    <dialog ref={dialog} class={wide ? 'dialog wide' : 'dialog'} aria-labelledby={id} onClose={onClose}>
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" class="button quiet" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </div>
      <div class="column dialog-body">{children}</div>
      {/* Status messages behind a modal dialog are hidden from everyone. */}
      {open && <StillWaiting />}
    </dialog>
  );
}

interface Question {
  readonly title: string;
  readonly detail: string;
  readonly action: string;
  readonly kind: 'danger' | 'primary';
  readonly answer: (yes: boolean) => void;
}

const question = sharedState<Question | undefined>(undefined);

/** Opens a confirmation dialog, usually for an action that cannot be undone. */
export function confirmed(
  title: string,
  detail: string,
  action: string,
  kind: Question['kind'] = 'danger',
): Promise<boolean> {
  question.get()?.answer(false);
  return new Promise(resolve => {
    const answer = (yes: boolean) => {
      question.set(undefined);
      resolve(yes);
    };
    question.set({ title, detail, action, kind, answer });
  });
}

export function Confirmation() {
  const shown = question.use();
  if (shown === undefined) return null;
  return (
    <Dialog title={shown.title} open onClose={() => shown.answer(false)}>
      <p>{shown.detail}</p>
      <div class="row end">
        <Button onClick={() => shown.answer(false)}>Cancel</Button>
        <Button kind={shown.kind} onClick={() => shown.answer(true)}>
          {shown.action}
        </Button>
      </div>
    </Dialog>
  );
}

interface RemoveProps {
  readonly thing: string;
  /** Completes the accessible name, such as “News” or “on news”. */
  readonly name: string;
  readonly detail: string;
  readonly remove: () => Promise<unknown>;
  readonly onRemoved: () => void;
}

export function RemoveButton({ thing, name, detail, remove, onRemoved }: RemoveProps) {
  const run = async () => {
    if (await confirmed(`Remove this ${thing}?`, detail, `Remove ${thing}`)) remove().then(onRemoved, toast);
  };
  return (
    <Button kind="danger" aria-label={`Remove the ${thing} ${name}`} onClick={run}>
      Remove
    </Button>
  );
}
