import { setTimeout as wait } from 'node:timers/promises';
import { FetchError, type FetchedPage, fetchPage } from '@webpith/fetch';
import { LARGEST_ROBOTS, type RobotsRules, robotsOf } from './robots.js';

export interface FetchLimits {
  readonly allowPrivate: boolean;
  readonly timeout: number;
  readonly maxSize: number;
  readonly signal: AbortSignal;
}

/** The address, or one that it redirects to, is excluded by robots.txt or by the scope. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

export interface Fetcher {
  page(url: string, mediaTypes: 'pages' | 'any'): Promise<FetchedPage>;
  robots(url: string): Promise<RobotsRules>;
}

/** Fetches within limits, one request at a time per host. Redirects are followed only to addresses in scope. */
export function politeFetcher(
  hosts: HostTurns,
  limits: FetchLimits,
  inScope: (url: string) => boolean,
): Fetcher {
  const { allowPrivate, timeout, maxSize, signal } = limits;
  const options = { allowPrivate, timeout, signal };
  const inTurn = <T>(url: string, task: () => Promise<T>) => hosts.turn(new URL(url).host, task);

  const robots = robotsOf(url =>
    inTurn(url, () =>
      fetchPage(url, { ...options, maxSize: LARGEST_ROBOTS, maxRedirects: 5, mediaTypes: 'any' }),
    ),
  );

  async function step(url: string, mediaTypes: 'pages' | 'any'): Promise<FetchedPage | string> {
    const rules = await robots(url);
    if (!rules.allows(url)) throw new Refused('robots.txt');
    hosts.slowDown(new URL(url).host, rules.pause);
    try {
      return await inTurn(url, () => fetchPage(url, { ...options, maxSize, maxRedirects: 0, mediaTypes }));
    } catch (error) {
      // With `maxRedirects: 0`, the error contains the target of the redirect.
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
        checkRedirect(result, visited);
        visited.push(result);
      }
    },
  };
}

const MOST_REDIRECTS = 10;

function checkRedirect(url: string, visited: readonly string[]): void {
  if (visited.includes(url)) throw new FetchError('redirect-loop', `redirects loop at ${url}`, { url });
  if (visited.length > MOST_REDIRECTS) {
    const message = `more than ${MOST_REDIRECTS} redirects from ${visited[0]}`;
    throw new FetchError('too-many-redirects', message, { url });
  }
}

const TEMPORARY: ReadonlySet<string> = new Set(['timeout', 'network']);

export function isTemporary(error: unknown): boolean {
  if (!(error instanceof FetchError)) return false;
  return TEMPORARY.has(error.code) || error.status === 429 || (error.status ?? 0) >= 500;
}

interface HostState {
  tail: Promise<unknown>;
  queued: number;
  /** End of the last request by `performance.now()`, since the wall clock may be set; 0 before the first. */
  ended: number;
  pause: number;
}

/** Limits each host to one request at a time, with a pause in milliseconds after each request. */
export class HostTurns {
  readonly #states = new Map<string, HostState>();
  #onAnswer = () => {};

  constructor(
    private readonly pause: number,
    private readonly signal: AbortSignal,
  ) {}

  turn<T>(host: string, task: () => Promise<T>): Promise<T> {
    const state = this.#stateOf(host);
    state.queued++;
    const result = state.tail.then(() => this.#afterPause(host, task));
    const done = () => {
      state.queued--;
      this.#onAnswer();
    };
    state.tail = result.then(done, done);
    return result;
  }

  isFree(host: string): boolean {
    return this.#stateOf(host).queued === 0 && this.freeAt(host) <= performance.now();
  }

  /** Earliest time of the next request to an idle host, by `performance.now()`. */
  freeAt(host: string): number {
    const { ended, pause } = this.#stateOf(host);
    return ended === 0 ? 0 : ended + pause;
  }

  onAnswer(listener: () => void): void {
    this.#onAnswer = listener;
  }

  slowDown(host: string, milliseconds: number): void {
    const state = this.#stateOf(host);
    state.pause = Math.max(state.pause, milliseconds);
  }

  #stateOf(host: string): HostState {
    const state = this.#states.get(host) ?? {
      tail: Promise.resolve(),
      queued: 0,
      ended: 0,
      pause: this.pause,
    };
    this.#states.set(host, state);
    return state;
  }

  async #afterPause<T>(host: string, task: () => Promise<T>): Promise<T> {
    const left = this.freeAt(host) - performance.now();
    if (left > 0) await wait(left, undefined, { signal: this.signal });
    this.signal.throwIfAborted();
    try {
      return await task();
    } finally {
      this.#stateOf(host).ended = performance.now();
    }
  }
}
