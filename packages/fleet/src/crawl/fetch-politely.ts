import { setTimeout as wait } from 'node:timers/promises';
import { FetchError, type FetchedPage, fetchPage } from '@webpith/fetch';
import { LARGEST_ROBOTS, type RobotsRules, robotsOf } from './robots.js';

export interface FetchLimits {
  readonly allowPrivate: boolean;
  readonly timeout: number;
  readonly maxSize: number;
  readonly maxRedirects: number;
  readonly signal: AbortSignal;
}

/** The address, or one that it redirects to, is excluded by robots.txt or by the scope. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

export interface Fetcher {
  /** Fetches a page, following redirects; each step waits its turn and respects robots.txt. */
  page(url: string, mediaTypes: 'pages' | 'any'): Promise<FetchedPage>;
  robots(url: string): Promise<RobotsRules>;
}

/** Fetches within limits, one request at a time per host. Redirects are followed only to addresses in scope. */
export function politeFetcher(hosts: Hosts, limits: FetchLimits, inScope: (url: string) => boolean): Fetcher {
  const { allowPrivate, timeout, maxSize, maxRedirects, signal } = limits;
  const options = { allowPrivate, timeout, signal };
  const inTurn = <T>(url: string, task: () => Promise<T>) => hosts.turn(new URL(url).host, task);

  const robots = robotsOf(url =>
    inTurn(url, () =>
      fetchPage(url, { ...options, maxSize: LARGEST_ROBOTS, maxRedirects: 5, mediaTypes: 'any' }),
    ),
  );

  /** One request: the page, or the address it redirects to. */
  async function step(url: string, mediaTypes: 'pages' | 'any'): Promise<FetchedPage | string> {
    const rules = await robots(url);
    if (!rules.allows(url)) throw new Refused('robots.txt');
    hosts.slowDown(new URL(url).host, rules.pause);
    try {
      return await inTurn(url, () => fetchPage(url, { ...options, maxSize, maxRedirects: 0, mediaTypes }));
    } catch (error) {
      // With no redirects allowed, the error contains the target of the first.
      if (error instanceof FetchError && error.code === 'too-many-redirects' && error.url !== undefined)
        return error.url;
      throw error;
    }
  }

  return {
    robots,
    async page(start, mediaTypes) {
      const visited = [start];
      for (;;) {
        const result = await step(visited.at(-1)!, mediaTypes);
        if (typeof result !== 'string') return result;
        if (!inScope(result)) throw new Refused('redirects to another site');
        checkRedirect(result, visited, maxRedirects);
        visited.push(result);
      }
    },
  };
}

function checkRedirect(target: string, visited: readonly string[], most: number): void {
  const url = target;
  if (visited.includes(target)) {
    throw new FetchError('redirect-loop', `redirects loop at ${target}`, {
      url,
    });
  }
  if (visited.length > most) {
    const message = `more than ${most} redirects from ${visited[0]}`;
    throw new FetchError('too-many-redirects', message, { url });
  }
}

const TEMPORARY: ReadonlySet<string> = new Set(['timeout', 'network']);

export function isTemporary(error: unknown): boolean {
  if (!(error instanceof FetchError)) return false;
  return TEMPORARY.has(error.code) || error.status === 429 || (error.status ?? 0) >= 500;
}

/** Limits each host to one request at a time with a pause in between. */
export interface Hosts {
  turn<T>(host: string, task: () => Promise<T>): Promise<T>;
  isFree(host: string): boolean;
  /** Earliest time of the next request to an idle host, in milliseconds since 1970. */
  freeAt(host: string): number;
  onAnswer(listener: () => void): void;
  slowDown(host: string, milliseconds: number): void;
}

interface HostState {
  /** Settles when the last queued request is done. */
  tail: Promise<unknown>;
  queued: number;
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
