import type { ComponentChildren } from 'preact';
import { asProblem } from '../client/request.js';
import { useWaiting } from '../client/waiting.js';

interface Props {
  readonly kind?: 'info' | 'error' | 'warning';
  readonly title: string;
  readonly detail?: string;
  readonly children?: ComponentChildren;
}

/** Something that one should know, with what to do about it. Errors are read out at once. */
export function Notice({ kind = 'info', title, detail, children }: Props) {
  return (
    <div class={`notice ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <p class="notice-title">{title}</p>
      {detail && <p>{detail}</p>}
      {children}
    </div>
  );
}

/** The event that opens the way to sign in. */
export const SIGN_IN = 'pith-sign-in';

/** What went wrong with a request, and the remedy that the server gives. */
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

/** How far something is, from 0 to 1; without a share it only says that it goes on. */
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

/** Stands where something will be; shown only when that takes a while. */
export function Waiting({ label }: { label: string }) {
  return (
    <div class="waiting" role="status">
      <span class="spinner" aria-hidden="true" />
      {label}
    </div>
  );
}

/** Says what takes long, on every screen; where the screen says it itself, that is enough. */
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
