import { useEffect, useState } from 'preact/hooks';
import { asProblem, type RequestProblem } from './request.js';

export interface Loaded<T> {
  readonly data?: T | undefined;
  readonly problem?: RequestProblem;
  readonly loading: boolean;
  readonly reload: () => void;
}

/** Loads data, again whenever `inputs` change; responses for earlier inputs are ignored. */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[],
): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({ loading: true });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    setState(({ data }) => ({ loading: true, data }));
    load(stop.signal).then(
      data => stop.signal.aborted || setState({ data, loading: false }),
      (error: unknown) => stop.signal.aborted || setState({ problem: asProblem(error), loading: false }),
    );
    return () => stop.abort();
  }, [...inputs, round]);
  return { ...state, reload: () => setRound(count => count + 1) };
}
