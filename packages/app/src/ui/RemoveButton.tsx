import { Button } from './controls.js';
import { confirmed } from './Dialog.js';
import { toast } from './messages.js';

interface Props {
  /** Accessible name, such as “Remove the corpus News”. */
  readonly label: string;
  readonly question: string;
  readonly detail: string;
  readonly action: string;
  readonly remove: () => Promise<unknown>;
  readonly onRemoved: () => void;
}

export function RemoveButton({ label, question, detail, action, remove, onRemoved }: Props) {
  const run = async () => {
    if (await confirmed(question, detail, action)) remove().then(onRemoved, toast);
  };
  return (
    <Button kind="danger" aria-label={label} onClick={run}>
      Remove
    </Button>
  );
}
