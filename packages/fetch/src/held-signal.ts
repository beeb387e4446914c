/** A signal that several causes can abort, and what lets go of them. */
export interface HeldSignal {
  readonly signal: AbortSignal;
  /** Clears the timer and leaves the other signals alone; to be called when what was to be stopped is over. */
  release(): void;
}

/** The longest time that a timer of Node takes; what is longer would end at once. */
const LONGEST = 2 ** 31 - 1;

/**
 * Aborted after so many milliseconds or with the first of some signals, whichever comes first. It takes the place of
 * `AbortSignal.any([AbortSignal.timeout(…), …])`: there, Node 20 holds the timer's signal only weakly, so that the
 * garbage collector takes the time limit away and a silent server is waited for without end. Here the timer and the
 * listeners hold what they are to abort.
 */
export function heldSignal(
  timeout: number | undefined,
  ...others: readonly (AbortSignal | undefined)[]
): HeldSignal {
  const controller = new AbortController();
  const sources = others.filter(other => other !== undefined);
  const late = () => controller.abort(new DOMException(`${timeout} ms are over`, 'TimeoutError'));
  const timer = timeout === undefined ? undefined : setTimeout(late, Math.min(timeout, LONGEST));
  const undo = sources.map(source => {
    const follow = () => controller.abort(source.reason);
    if (source.aborted) follow();
    else source.addEventListener('abort', follow, { once: true });
    return () => source.removeEventListener('abort', follow);
  });
  return {
    signal: controller.signal,
    release() {
      clearTimeout(timer);
      for (const leave of undo) leave();
    },
  };
}
