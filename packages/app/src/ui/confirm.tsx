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

interface Asked extends Question {
  readonly answer: (yes: boolean) => void;
}

let asked: Asked | undefined;
let tell = () => {};

/** Asks before something is done that cannot be undone. */
export function confirmed(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise(resolve => {
    asked = {
      ...question,
      answer: yes => {
        asked = undefined;
        tell();
        resolve(yes);
      },
    };
    tell();
  });
}

/** Where questions appear; part of the shell. */
export function Confirmation() {
  const [shown, setShown] = useState<Asked>();
  useEffect(() => {
    tell = () => setShown(asked);
    return () => {
      tell = () => {};
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
