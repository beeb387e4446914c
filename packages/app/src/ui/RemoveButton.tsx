import { Button } from './controls.js';
import { confirmed } from './Dialog.js';
import { toast } from './messages.js';

interface Props {
  readonly thing: string;
  /** Completes the accessible name, such as “News” or “on news”. */
  readonly name: string;
  readonly detail: string;
  readonly remove: () => Promise<unknown>;
  readonly onRemoved: () => void;
}

export function RemoveButton({ thing, name, detail, remove, onRemoved }: Props) {
  const run = async () => {
    if (await confirmed(`Remove this ${thing}?`, detail, `Remove ${thing}`)) remove().then(onRemoved, toast);
  };
  return (
    <Button kind="danger" aria-label={`Remove the ${thing} ${name}`} onClick={run}>
      Remove
    </Button>
  );
}
