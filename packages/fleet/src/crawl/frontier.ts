import { setTimeout as sleep } from 'node:timers/promises';
import {
  countRequests,
  type NewRequest,
  type Settled,
  type Store,
  type WaitingRequest,
  waitingRequests,
} from '@webpith/store';
import type { Hosts } from './fetch-politely.js';

export interface Frontier {
  /** The next address to request, or undefined if none is due. It counts as in flight until released. */
  take(): Promise<WaitingRequest | undefined>;
  /** Ends the work on an address; `settled` is its outcome, if final. */
  release(request: WaitingRequest, settled: Settled | undefined): void;
  added(requests: readonly NewRequest[]): void;
  hasDue(): boolean;
  /** True if no requests are in flight, and none are pending or the limit is reached. */
  isFinished(): boolean;
  readonly waiting: number;
  readonly fetched: number;
  readonly hosts: ReadonlyMap<string, unknown>;
}

export interface FrontierLimits {
  readonly pages: number;
  readonly pagesPerHost: number;
}

/** Concurrent pages per host: one is fetched, the others are extracted. */
const MOST_OF_HOST = 4;

interface HostCounts {
  waiting: number;
  fetched: number;
  readonly busy: Set<string>;
  restsUntil: number;
}

const FETCHED: ReadonlySet<string> = new Set(['done', 'failed', 'skipped']);

/** Opens the remaining work of a crawl. Hosts take turns, least recently requested first. */
export async function openFrontier(
  store: Store,
  crawl: string,
  turns: Hosts,
  limits: FrontierLimits,
): Promise<Frontier> {
  const hosts = new Map<string, HostCounts>();
  const countsOf = (host: string): HostCounts => {
    let counts = hosts.get(host);
    if (counts === undefined) {
      counts = { waiting: 0, fetched: 0, busy: new Set(), restsUntil: 0 };
      hosts.set(host, counts);
    }
    return counts;
  };
  let fetched = 0;
  let waiting = 0;
  let busy = 0;
  for (const { host, state, count } of await countRequests(store, crawl)) {
    const counts = countsOf(host);
    if (state === 'waiting') {
      counts.waiting += count;
      waiting += count;
    } else if (FETCHED.has(state)) {
      counts.fetched += count;
      fetched += count;
    }
  }
  const isOpen = (host: string, counts: HostCounts) =>
    counts.waiting > counts.busy.size &&
    counts.busy.size < MOST_OF_HOST &&
    counts.fetched + counts.busy.size < limits.pagesPerHost &&
    counts.restsUntil <= Date.now() &&
    turns.isFree(host);
  const hasRoom = () => fetched + busy < limits.pages;
  const couldStillCome = () =>
    fetched < limits.pages &&
    [...hosts.values()].some(counts => counts.waiting > 0 && counts.fetched < limits.pagesPerHost);

  return {
    async take() {
      if (!hasRoom()) return undefined;
      const open = [...hosts].filter(([host, counts]) => isOpen(host, counts));
      open.sort(([one], [other]) => turns.freeAt(one) - turns.freeAt(other));
      for (const [host, counts] of open) {
        const now = Date.now();
        const due = await waitingRequests(store, crawl, host, {
          now,
          limit: counts.busy.size + 1 + MOST_OF_HOST,
        });
        // The host may have become busy while the store was queried.
        const next = due.find(({ key }) => !counts.busy.has(key));
        if (next === undefined) counts.restsUntil = now + REST;
        else if (hasRoom() && isOpen(host, counts)) {
          counts.busy.add(next.key);
          busy++;
          return next;
        }
      }
      return undefined;
    },
    release({ key, host }, settled) {
      const counts = countsOf(host);
      if (!counts.busy.delete(key)) return;
      busy--;
      if (settled === undefined) return;
      counts.waiting--;
      waiting--;
      if (!FETCHED.has(settled.state)) return;
      counts.fetched++;
      fetched++;
    },
    added(requests) {
      for (const { host } of requests) countsOf(host).waiting++;
      waiting += requests.length;
    },
    hasDue: () => hasRoom() && [...hosts].some(([host, counts]) => isOpen(host, counts)),
    isFinished: () => busy === 0 && !couldStillCome(),
    get waiting() {
      return waiting;
    },
    get fetched() {
      return fetched;
    },
    hosts,
  };
}

/** Milliseconds to wait before querying a host again that has only postponed addresses. */
const REST = 100;

/** Milliseconds after which an idle crawl checks for due addresses; a finished request is noticed at once. */
const POLL_INTERVAL = 50;

/**
 * Visits the addresses of the frontier, `concurrency` at a time, until it is finished or the signal aborts. An error in
 * `visit` ends the crawl after the visits in progress.
 */
export async function visitAll(
  frontier: Frontier,
  hosts: Hosts,
  { concurrency, signal }: { readonly concurrency: number; readonly signal?: AbortSignal },
  visit: (request: WaitingRequest) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let wake = () => {};
  hosts.onAnswer(() => wake());
  while (!signal?.aborted && failures.length === 0 && !frontier.isFinished()) {
    const request = running.size < concurrency && frontier.hasDue() ? await frontier.take() : undefined;
    if (request === undefined) {
      const woken = new Promise<void>(resolve => {
        wake = resolve;
      });
      await Promise.race([woken, sleep(POLL_INTERVAL)]);
      continue;
    }
    const visited = visit(request)
      .catch(error => {
        if (!signal?.aborted || error !== signal.reason) failures.push(error);
      })
      .finally(() => {
        running.delete(visited);
        wake();
      });
    running.add(visited);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}
