import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../schema.js';
import type { Store } from '../store.js';

/** What became of an address; `waiting` is also what a stopped crawl was at work on, `refused` was never asked for. */
export type RequestState = 'waiting' | 'done' | 'skipped' | 'failed' | 'redirected' | 'refused';

/** An address that a crawl meets for the first time. */
export interface NewRequest {
  /** The address by which it is known: without what makes no difference. */
  readonly key: string;
  readonly url: string;
  readonly host: string;
  /** Addresses that differ in numbers only have one shape. */
  readonly shape: string;
  /** What it was met as: a seed, an entry, a next page. */
  readonly kind: string;
  readonly depth: number;
}

/** An address of a crawl that waits to be asked. */
export interface WaitingRequest extends NewRequest {
  readonly tries: number;
}

/** Opens a crawl in the store: the settings of an earlier start, or these. */
export async function openCrawl({ db }: Store, id: string, settings: string): Promise<string> {
  await db
    .insertInto('crawl')
    .values({ id, settings, started: new Date().toISOString() })
    .onConflict(conflict => conflict.doNothing())
    .execute();
  return (await db.selectFrom('crawl').select('settings').where('id', '=', id).executeTakeFirstOrThrow())
    .settings;
}

/** Adds addresses that the crawl has not met; gives those that are new. */
export async function addRequests(
  db: Kysely<Schema>,
  crawl: string,
  requests: readonly NewRequest[],
): Promise<NewRequest[]> {
  if (requests.length === 0) return [];
  const { last } = await db
    .selectFrom('crawl_request')
    .select(({ fn }) => fn.max('seq').as('last'))
    .where('crawl', '=', crawl)
    .executeTakeFirstOrThrow();
  let seq = (last ?? -1) + 1;
  const added: NewRequest[] = [];
  for (const request of requests) {
    const result = await db
      .insertInto('crawl_request')
      .values({
        crawl,
        ...request,
        seq: seq++,
        state: 'waiting',
        tries: 0,
        ready_at: 0,
        reason: null,
        claimed_by: null,
        text_hash: null,
      })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst();
    if (Number(result.numInsertedOrUpdatedRows ?? 0) > 0) added.push(request);
  }
  return added;
}

/** The addresses of a host that wait and are due, first met first. */
export async function waitingRequests(
  { db }: Store,
  crawl: string,
  host: string,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<WaitingRequest[]> {
  const rows = await db
    .selectFrom('crawl_request')
    .selectAll()
    .where('crawl', '=', crawl)
    .where('state', '=', 'waiting')
    .where('host', '=', host)
    .where('ready_at', '<=', now)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(waitingOf);
}

function waitingOf({
  key,
  url,
  host,
  shape,
  kind,
  depth,
  tries,
}: Selectable<Schema['crawl_request']>): WaitingRequest {
  return { key, url, host, shape, kind, depth, tries };
}

/** How many addresses of each host are in each state. */
export async function countRequests(
  { db }: Store,
  crawl: string,
): Promise<{ readonly host: string; readonly state: RequestState; readonly count: number }[]> {
  const rows = await db
    .selectFrom('crawl_request')
    .select(({ fn }) => ['host', 'state', fn.countAll<number>().as('count')])
    .where('crawl', '=', crawl)
    .groupBy(['host', 'state'])
    .orderBy('host')
    .orderBy('state')
    .execute();
  return rows.map(({ host, state, count }) => ({ host, state: state as RequestState, count: Number(count) }));
}

/** An address that is done with: what its shape gave, where it ended, what its text looks like. */
export interface SettledRequest {
  readonly key: string;
  readonly host: string;
  readonly shape: string;
  readonly state: RequestState;
  readonly textHash?: string;
}

/** All addresses that are done with, in the order in which they were met. */
export async function settledRequests({ db }: Store, crawl: string): Promise<SettledRequest[]> {
  const rows = await db
    .selectFrom('crawl_request')
    .select(['key', 'host', 'shape', 'state', 'text_hash'])
    .where('crawl', '=', crawl)
    .where('state', '!=', 'waiting')
    .orderBy('seq')
    .execute();
  return rows.map(({ text_hash, state, ...rest }) => ({
    ...rest,
    state: state as RequestState,
    ...(text_hash === null ? {} : { textHash: text_hash }),
  }));
}

/** How many addresses of each shape were met as one kind. */
export async function countShapes({ db }: Store, crawl: string, kind: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('crawl_request')
    .select(({ fn }) => ['shape', fn.countAll<number>().as('count')])
    .where('crawl', '=', crawl)
    .where('kind', '=', kind)
    .groupBy('shape')
    .execute();
  return new Map(rows.map(({ shape, count }) => [shape, Number(count)]));
}

/** How often each reason was given for a state. */
export async function countReasons(
  { db }: Store,
  crawl: string,
): Promise<{ readonly state: RequestState; readonly reason: string; readonly count: number }[]> {
  const rows = await db
    .selectFrom('crawl_request')
    .select(({ fn }) => ['state', 'reason', fn.countAll<number>().as('count')])
    .where('crawl', '=', crawl)
    .where('reason', 'is not', null)
    .groupBy(['state', 'reason'])
    .orderBy('state')
    .orderBy('reason')
    .execute();
  return rows.map(({ state, reason, count }) => ({
    state: state as RequestState,
    reason: reason ?? '',
    count: Number(count),
  }));
}
