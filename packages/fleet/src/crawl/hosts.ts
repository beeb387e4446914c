import { setTimeout as wait } from 'node:timers/promises';

/** One request at a time to a host, and a pause between two. */
export interface Hosts {
  /** Does something that asks a host, when it is its turn. */
  turn<T>(host: string, task: () => Promise<T>): Promise<T>;
  /** Whether a host could be asked at once. */
  isFree(host: string): boolean;
  /** The soonest time at which a host that nobody is asking may be asked, in milliseconds since 1970. */
  freeAt(host: string): number;
  /** Sets what is called when a host has answered. */
  onAnswer(listener: () => void): void;
  /** Asks for a longer pause at a host; robots.txt may. */
  slowDown(host: string, milliseconds: number): void;
}

interface HostState {
  /** Ends when the last of those who wait is done. */
  tail: Promise<unknown>;
  queued: number;
  /** When the last request to it ended. */
  ended: number;
  pause: number;
}

/** Keeps the turns of all hosts; `pause` is in milliseconds and counts from the end of a request. */
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
