import type { ComponentChildren } from 'preact';
import { asProblem } from '../client/problem.js';

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
