import { FetchError, type FetchedPage, fetchPage } from '@webpith/fetch';
import type { Hosts } from './hosts.js';
import { LARGEST_ROBOTS, type RobotsRules, robotsOf } from './robots.js';

export interface FetchLimits {
  readonly allowPrivate: boolean;
  readonly timeout: number;
  readonly maxSize: number;
  readonly maxRedirects: number;
  readonly signal: AbortSignal;
}

/** Excluded by robots.txt or by the scope; nothing was requested. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

export interface Fetcher {
  /** Fetches a page, following redirects; each step waits its turn and respects robots.txt. */
  page(url: string, mediaTypes: 'pages' | 'any'): Promise<FetchedPage>;
  robots(url: string): Promise<RobotsRules>;
}

/** Fetches within limits, one request at a time per host; `inScope` decides whether to follow a redirect. */
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
    throw new FetchError('redirect-loop', `expected redirects to end, but they lead back to ${target}`, {
      url,
    });
  }
  if (visited.length > most) {
    const message = `expected at most ${most} redirects, got more from ${visited[0]}`;
    throw new FetchError('too-many-redirects', message, { url });
  }
}

const TEMPORARY: ReadonlySet<string> = new Set(['timeout', 'network']);

/** True if a retry may succeed. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof FetchError)) return false;
  return TEMPORARY.has(error.code) || error.status === 429 || (error.status ?? 0) >= 500;
}
