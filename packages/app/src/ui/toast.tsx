import { useEffect, useState } from 'preact/hooks';
import { asProblem } from '../client/problem.js';

interface Message {
  readonly id: number;
  readonly text: string;
  readonly remedy: string;
  readonly isError: boolean;
}

const SHOWN_MS = 5000;
let messages: readonly Message[] = [];
let nextId = 0;
const watchers = new Set<() => void>();

/** Says something briefly at the edge of the page: a text, or anything that was thrown. Errors stay until closed. */
export function toast(said: unknown): void {
  const problem = typeof said === 'string' ? undefined : asProblem(said);
  const message: Message = {
    id: nextId++,
    text: problem?.message ?? (said as string),
    remedy: problem?.remedy ?? '',
    isError: problem !== undefined,
  };
  change([...messages.slice(-3), message]);
  if (!message.isError) setTimeout(() => close(message.id), SHOWN_MS);
}

/** Where toasts appear; part of the shell. */
export function Toasts() {
  const [shown, setShown] = useState(messages);
  useEffect(() => {
    const follow = () => setShown(messages);
    watchers.add(follow);
    return () => void watchers.delete(follow);
  }, []);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, remedy, isError }) => (
        <div key={id} class={isError ? 'toast error' : 'toast'}>
          <span>
            {text} {remedy}
          </span>
          <button type="button" class="button quiet" aria-label="Close message" onClick={() => close(id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  );
}

function close(id: number): void {
  change(messages.filter(message => message.id !== id));
}

function change(next: readonly Message[]): void {
  messages = next;
  for (const watcher of watchers) watcher();
}
