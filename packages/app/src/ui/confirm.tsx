import { useEffect, useState } from 'preact/hooks';
import { Button } from './Button.js';
import { Dialog } from './Dialog.js';

interface Question {
  readonly title: string;
  readonly detail: string;
  /** What the button says that does it. */
  readonly action: string;
  readonly isDangerous?: boolean;
}

interface PendingQuestion extends Question {
  readonly answer: (yes: boolean) => void;
}

let pending: PendingQuestion | undefined;
let notify = () => {};

/** Asks before something is done that cannot be undone. */
export function confirmed(question: Question): Promise<boolean> {
  pending?.answer(false);
  return new Promise(resolve => {
    pending = {
      ...question,
      answer: yes => {
        pending = undefined;
        notify();
        resolve(yes);
      },
    };
    notify();
  });
}

/** Where questions appear; part of the shell. */
export function Confirmation() {
  const [shown, setShown] = useState<PendingQuestion>();
  useEffect(() => {
    notify = () => setShown(pending);
    return () => {
      notify = () => {};
    };
  }, []);
  if (shown === undefined) return null;
  return (
    <Dialog title={shown.title} open onClose={() => shown.answer(false)}>
      <p>{shown.detail}</p>
      <div class="row end">
        <Button onClick={() => shown.answer(false)}>Cancel</Button>
        <Button kind={shown.isDangerous ? 'danger' : 'primary'} onClick={() => shown.answer(true)}>
          {shown.action}
        </Button>
      </div>
    </Dialog>
  );
}
