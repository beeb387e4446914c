import { setTimeout as wait } from 'node:timers/promises';

/** Limits each host to one request at a time with a pause in between. */
export interface Hosts {
  /** Runs a request when it is the host's turn. */
  turn<T>(host: string, task: () => Promise<T>): Promise<T>;
  isFree(host: string): boolean;
  /** Earliest time of the next request to an idle host, in milliseconds since 1970. */
  freeAt(host: string): number;
  /** Sets the function called after each response. */
  onAnswer(listener: () => void): void;
  /** Extends the pause of a host, e.g. for robots.txt. */
  slowDown(host: string, milliseconds: number): void;
}

interface HostState {
  /** Settles when the last queued request is done. */
  tail: Promise<unknown>;
  queued: number;
  /** Time the last request ended. */
  ended: number;
  pause: number;
}

/** `pause` is in milliseconds, measured from the end of a request. */
export function hostTurns(pause: number, signal: AbortSignal): Hosts {
  const states = new Map<string, HostState>();
  let answered = () => {};
  const stateOf = (host: string): HostState => {
    let state = states.get(host);
    if (state === undefined) {
      state = { tail: Promise.resolve(), queued: 0, ended: 0, pause };
      states.set(host, state);
    }
    return state;
  };
  const freeAt = (host: string) => {
    const state = stateOf(host);
    return state.ended === 0 ? 0 : state.ended + state.pause;
  };
  const afterPause = async <T>(host: string, task: () => Promise<T>): Promise<T> => {
    const left = freeAt(host) - Date.now();
    if (left > 0) await wait(left, undefined, { signal });
    signal.throwIfAborted();
    try {
      return await task();
    } finally {
      stateOf(host).ended = Date.now();
    }
  };
  return {
    turn(host, task) {
      const state = stateOf(host);
      state.queued++;
      const result = state.tail.then(() => afterPause(host, task));
      const done = () => {
        state.queued--;
        answered();
      };
      state.tail = result.then(done, done);
      return result;
    },
    isFree: host => stateOf(host).queued === 0 && freeAt(host) <= Date.now(),
    freeAt,
    onAnswer(listener) {
      answered = listener;
    },
    slowDown(host, milliseconds) {
      const state = stateOf(host);
      state.pause = Math.max(state.pause, milliseconds);
    },
  };
}
