import type { ComponentChildren } from 'preact';
import type { Loaded } from '../client/load.js';
import { asProblem } from '../client/request.js';
import { sessionDialog } from '../client/session.js';
import { sharedState } from '../client/state.js';
import { useWaiting } from '../client/waiting.js';

interface NoticeProps {
  readonly kind?: 'info' | 'error' | 'warning';
  readonly title: string;
  readonly detail?: string;
  readonly children?: ComponentChildren;
}

export function Notice({ kind = 'info', title, detail, children }: NoticeProps) {
  return (
    <div class={`notice ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <p class="notice-title">{title}</p>
      {detail && <p>{detail}</p>}
      {children}
    </div>
  );
}

export function ProblemNotice({ error }: { error: unknown }) {
  const problem = asProblem(error);
  return (
    <Notice kind="error" title={problem.message} detail={problem.remedy}>
      {problem.status === 401 && (
        <p>
          <button type="button" class="button primary" onClick={() => sessionDialog.set(true)}>
            Sign in with a token
          </button>
        </p>
      )}
    </Notice>
  );
}

export function Progress({ label, share }: { label: string; share?: number | undefined }) {
  return (
    <div class="progress">
      <span class="progress-label">
        {label}
        {share !== undefined && <span class="figure"> {Math.round(share * 100)} %</span>}
      </span>
      <progress aria-label={label} max={1} value={share} />
    </div>
  );
}

export function Waiting({ label }: { label: string }) {
  return (
    <div class="waiting" role="status">
      <span class="spinner" aria-hidden="true" />
      {label}
    </div>
  );
}

interface LoadingProps<T> {
  readonly from: Loaded<T>;
  readonly label: string;
  readonly children?: (data: T) => ComponentChildren;
}

export function Loading<T>({ from: { data, problem, loading }, label, children }: LoadingProps<T>) {
  if (problem !== undefined) return <ProblemNotice error={problem} />;
  if (data !== undefined) return <>{children?.(data)}</>;
  return loading ? <Waiting label={label} /> : null;
}

/** Announces work that takes long; hidden by CSS while the screen shows its own placeholder. */
export function StillWaiting() {
  const what = useWaiting();
  return (
    <div class="still-waiting" role="status">
      {what !== undefined && (
        <p>
          <span class="spinner" aria-hidden="true" />
          {what}
        </p>
      )}
    </div>
  );
}

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
/** Long enough to read an error, or to notice and use an undo button. */
const LONG_SHOWN_MS = 10_000;
const messages = sharedState<readonly Message[]>([]);
let nextId = 0;

/** Shows a brief message: a text, or anything thrown. Errors and messages with a button stay longer. */
export function toast(content: unknown, action?: ToastAction): void {
  const problem = typeof content === 'string' ? undefined : asProblem(content);
  const message: Message = {
    id: nextId++,
    text: problem?.message ?? (content as string),
    remedy: problem?.remedy ?? '',
    isError: problem !== undefined,
    action,
  };
  messages.set([...messages.get().slice(-3), message]);
  setTimeout(() => close(message.id), action || message.isError ? LONG_SHOWN_MS : SHOWN_MS);
}

export function Toasts() {
  return (
    <div class="column toasts" role="status" aria-live="polite">
      {messages.use().map(({ id, text, remedy, isError, action }) => (
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
  messages.set(messages.get().filter(message => message.id !== id));
}
