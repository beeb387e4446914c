import { setTimeout as sleep } from 'node:timers/promises';
import {
  countRequests,
  type NewRequest,
  type Settled,
  type Store,
  type WaitingRequest,
  waitingRequests,
} from '@webpith/store';
import type { HostTurns } from './fetch-politely.js';

interface FrontierLimits {
  readonly pages: number;
  readonly pagesPerHost: number;
  /** Longest pause before a retry, in milliseconds. */
  readonly longestPause: number;
}

/** Maximum number of pages of a host in progress: one is fetched while the others are extracted. */
const MOST_OF_HOST = 4;
/** Milliseconds before the store is queried again for a host that had no address due. */
const REST = 100;

interface HostCounts {
  waiting: number;
  fetched: number;
  readonly busy: Set<string>;
  restsUntil: number;
}

const FETCHED: ReadonlySet<string> = new Set(['done', 'failed', 'skipped']);

/** The remaining work of a crawl. Hosts take turns: the host whose pause ends first comes first. */
export class Frontier {
  readonly hosts = new Map<string, HostCounts>();
  fetched = 0;
  waiting = 0;
  #busy = 0;

  private constructor(
    private readonly store: Store,
    private readonly crawl: string,
    private readonly turns: HostTurns,
    private readonly limits: FrontierLimits,
  ) {}

  static async open(
    store: Store,
    crawl: string,
    turns: HostTurns,
    limits: FrontierLimits,
  ): Promise<Frontier> {
    const frontier = new Frontier(store, crawl, turns, limits);
    for (const { host, state, count } of await countRequests(store, crawl)) {
      const kind = state === 'waiting' ? 'waiting' : FETCHED.has(state) ? 'fetched' : undefined;
      const counts = frontier.#countsOf(host);
      if (kind === undefined) continue;
      counts[kind] += count;
      frontier[kind] += count;
    }
    return frontier;
  }

  /** Returns the next address to request, which is in flight until released; undefined if none is due. */
  async take(): Promise<WaitingRequest | undefined> {
    if (!this.#hasRoom()) return undefined;
    const open = [...this.hosts].filter(([host, counts]) => this.#isOpen(host, counts));
    open.sort(([one], [other]) => this.turns.freeAt(one) - this.turns.freeAt(other));
    for (const [host, counts] of open) {
      const limit = counts.busy.size + 1 + MOST_OF_HOST;
      const { longestPause } = this.limits;
      const due = await waitingRequests(this.store, this.crawl, host, {
        now: Date.now(),
        longestPause,
        limit,
      });
      const next = due.find(({ key }) => !counts.busy.has(key));
      if (next === undefined) counts.restsUntil = performance.now() + REST;
      // The host may have become busy while the store was queried.
      else if (this.#hasRoom() && this.#isOpen(host, counts)) {
        counts.busy.add(next.key);
        this.#busy++;
        return next;
      }
    }
    return undefined;
  }

  release({ key, host }: WaitingRequest, settled: Settled | undefined): void {
    const counts = this.#countsOf(host);
    if (!counts.busy.delete(key)) return;
    this.#busy--;
    if (settled === undefined) return;
    counts.waiting--;
    this.waiting--;
    if (!FETCHED.has(settled.state)) return;
    counts.fetched++;
    this.fetched++;
  }

  added(requests: readonly NewRequest[]): void {
    for (const { host } of requests) this.#countsOf(host).waiting++;
    this.waiting += requests.length;
  }

  hasDue(): boolean {
    return this.#hasRoom() && [...this.hosts].some(([host, counts]) => this.#isOpen(host, counts));
  }

  /** True if no requests are in flight, and either none are pending or the page limits are reached. */
  isFinished(): boolean {
    if (this.#busy > 0) return false;
    const { pages, pagesPerHost } = this.limits;
    return (
      this.fetched >= pages ||
      ![...this.hosts.values()].some(({ waiting, fetched }) => waiting > 0 && fetched < pagesPerHost)
    );
  }

  #countsOf(host: string): HostCounts {
    const counts = this.hosts.get(host) ?? { waiting: 0, fetched: 0, busy: new Set(), restsUntil: 0 };
    this.hosts.set(host, counts);
    return counts;
  }

  #hasRoom(): boolean {
    return this.fetched + this.#busy < this.limits.pages;
  }

  #isOpen(host: string, { waiting, fetched, busy, restsUntil }: HostCounts): boolean {
    return (
      waiting > busy.size &&
      busy.size < MOST_OF_HOST &&
      fetched + busy.size < this.limits.pagesPerHost &&
      restsUntil <= performance.now() &&
      this.turns.isFree(host)
    );
  }
}

/** Milliseconds after which an idle crawl checks for due addresses; a finished request is noticed at once. */
const POLL_INTERVAL = 50;

/**
 * Visits the addresses of the frontier, `concurrency` at a time, until it is finished or the signal aborts. An error in
 * `visit` ends the crawl after the visits in progress.
 */
export async function visitAll(
  frontier: Frontier,
  hosts: HostTurns,
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
