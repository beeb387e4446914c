import { useEffect, useState } from 'preact/hooks';
import { asProblem, type RequestProblem } from './request.js';

export interface Loaded<T> {
  readonly data?: T;
  readonly problem?: RequestProblem;
  readonly loading: boolean;
  /** Loads again; the current data stays until the new data has arrived. */
  readonly reload: () => void;
}

/** Loads data whenever `inputs` change; outdated responses are ignored. */
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

export function storedState<T extends object>(name: string, defaults: T): T {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(`pith-${name}`) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...defaults, ...stored } : defaults;
  } catch {
    return defaults;
  }
}

export function useStoredState<T extends object>(name: string, defaults: T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => storedState(name, defaults));
  return [
    value,
    next => {
      localStorage.setItem(`pith-${name}`, JSON.stringify(next));
      setValue(next);
    },
  ];
}
