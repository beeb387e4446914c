import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { StillWaiting } from './StillWaiting.js';

interface Props {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly wide?: boolean;
  readonly children?: ComponentChildren;
}

/** A dialog above the page: the browser keeps the focus inside and gives it back. Escape closes it. */
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
      {/* What is said behind a dialog is neither seen nor heard. */}
      {open && <StillWaiting />}
    </dialog>
  );
}
