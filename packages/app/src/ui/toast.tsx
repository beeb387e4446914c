import { useEffect, useState } from 'preact/hooks';
import { asProblem } from '../client/request.js';

interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

interface Message {
  readonly id: number;
  readonly text: string;
  readonly remedy: string;
  readonly isError: boolean;
  readonly action?: ToastAction | undefined;
}

const SHOWN_MS = 5000;
/** Long enough to notice and use an undo button. */
const SHOWN_WITH_ACTION_MS = 20_000;
let messages: readonly Message[] = [];
let nextId = 0;
const watchers = new Set<() => void>();

/** Shows a brief message: a text, or anything thrown. Errors stay until closed. */
export function toast(content: unknown, action?: ToastAction): void {
  const problem = typeof content === 'string' ? undefined : asProblem(content);
  const message: Message = {
    id: nextId++,
    text: problem?.message ?? (content as string),
    remedy: problem?.remedy ?? '',
    isError: problem !== undefined,
    action,
  };
  update([...messages.slice(-3), message]);
  if (!message.isError) setTimeout(() => close(message.id), action ? SHOWN_WITH_ACTION_MS : SHOWN_MS);
}

export function Toasts() {
  const [shown, setShown] = useState(messages);
  useEffect(() => {
    const follow = () => setShown(messages);
    watchers.add(follow);
    return () => void watchers.delete(follow);
  }, []);
  return (
    <div class="column toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, remedy, isError, action }) => (
        <div key={id} class={isError ? 'toast error' : 'toast'}>
          <span>
            {text} {remedy}
          </span>
          <span class="row nowrap">
            {action !== undefined && (
              <button
                type="button"
                class="button"
                onClick={() => {
                  close(id);
                  action.run();
                }}
              >
                {action.label}
              </button>
            )}
            <button type="button" class="button quiet" aria-label="Close message" onClick={() => close(id)}>
              ✕
            </button>
          </span>
        </div>
      ))}
    </div>
  );
}

function close(id: number): void {
  update(messages.filter(message => message.id !== id));
}

function update(next: readonly Message[]): void {
  messages = next;
  for (const watcher of watchers) watcher();
}
