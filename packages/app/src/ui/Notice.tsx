import type { ComponentChildren } from 'preact';
import { asProblem } from '../client/request.js';
import { useWaiting } from '../client/waiting.js';

interface Props {
  readonly kind?: 'info' | 'error' | 'warning';
  readonly title: string;
  readonly detail?: string;
  readonly children?: ComponentChildren;
}

/** A message with optional detail; screen readers announce errors at once. */
export function Notice({ kind = 'info', title, detail, children }: Props) {
  return (
    <div class={`notice ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <p class="notice-title">{title}</p>
      {detail && <p>{detail}</p>}
      {children}
    </div>
  );
}

/** Event that opens the sign-in dialog. */
export const SIGN_IN = 'pith-sign-in';

export function ProblemNotice({ error, children }: { error: unknown; children?: ComponentChildren }) {
  const problem = asProblem(error);
  return (
    <Notice kind="error" title={problem.message} detail={problem.remedy}>
      {problem.status === 401 && (
        <p>
          <button type="button" class="button primary" onClick={() => dispatchEvent(new Event(SIGN_IN))}>
            Sign in with a token
          </button>
        </p>
      )}
      {children}
    </Notice>
  );
}

/** A progress bar; indeterminate without `share` (0 to 1). */
export function Progress({ label, share }: { label: string; share?: number | undefined }) {
  return (
    <div class="progress">
      <span class="progress-label">
        {label}
        {share !== undefined && <span class="figure"> {Math.round(share * 100)} %</span>}
      </span>
      <progress aria-label={label} max={1} {...(share === undefined ? {} : { value: share })} />
    </div>
  );
}

/** Placeholder for content that is loading. */
export function Waiting({ label }: { label: string }) {
  return (
    <div class="waiting" role="status">
      <span class="spinner" aria-hidden="true" />
      {label}
    </div>
  );
}

/** The label of work that takes long; hidden by CSS while the screen shows its own placeholder. */
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
