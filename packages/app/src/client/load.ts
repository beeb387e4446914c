import { useEffect, useState } from 'preact/hooks';
import { asProblem, type RequestProblem } from './problem.js';

/** What came of loading something. */
export interface Loaded<T> {
  readonly data?: T;
  readonly problem?: RequestProblem;
  readonly loading: boolean;
  /** Loads again; what was there stays until the new is there. */
  readonly reload: () => void;
}

/** Loads something whenever `inputs` change; an answer that comes too late is dropped. */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[],
): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({ loading: true });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    setState(({ data }) => ({ loading: true, ...(data === undefined ? {} : { data }) }));
    load(stop.signal).then(
      data => stop.signal.aborted || setState({ data, loading: false }),
      (error: unknown) => stop.signal.aborted || setState({ problem: asProblem(error), loading: false }),
    );
    return () => stop.abort();
  }, [...inputs, round]);
  return { ...state, reload: () => setRound(count => count + 1) };
}
