import type { Kysely, Selectable } from 'kysely';
import type { Schema } from './schema.js';
import type { Store } from './store.js';

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

/** What became of a request. */
export interface Outcome {
  readonly state: Exclude<RequestState, 'waiting'>;
  readonly reason?: string;
  readonly textHash?: string;
  /** The row of the output, as JSON. */
  readonly row?: string;
  /** What to ask for next. */
  readonly follow?: readonly NewRequest[];
}

/** What settling a request did. */
export interface Settled {
  readonly state: Exclude<RequestState, 'waiting'>;
  /** Addresses that were new. */
  readonly added: readonly NewRequest[];
  /** The place of its row in the output. */
  readonly row?: number;
}

/** Settles a request with all that follows from it, in one transaction: its row, and what it led to. */
export async function settleRequest(
  store: Store,
  crawl: string,
  key: string,
  { state, reason, textHash, row, follow = [] }: Outcome,
): Promise<Settled> {
  return await store.db.transaction().execute(async db => {
    const settled = await db
      .updateTable('crawl_request')
      .set({ state, reason: reason ?? null, text_hash: textHash ?? null })
      .where('crawl', '=', crawl)
      .where('key', '=', key)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    if (Number(settled.numUpdatedRows) === 0) return { state, added: [] };
    const added = await addRequests(db, crawl, follow);
    return { state, added, ...(row === undefined ? {} : { row: await addRow(db, crawl, row) }) };
  });
}

/**
 * Takes the address to which redirects led for a request, so that its page is given once. Refused where the crawl knows
 * that address already, unless by the same request before it was stopped.
 */
export async function claimAddress(
  { db }: Store,
  crawl: string,
  final: NewRequest,
  by: string,
): Promise<boolean> {
  return await db.transaction().execute(async transaction => {
    if ((await addRequests(transaction, crawl, [final])).length === 0) {
      const { claimed_by } = await transaction
        .selectFrom('crawl_request')
        .select('claimed_by')
        .where('crawl', '=', crawl)
        .where('key', '=', final.key)
        .executeTakeFirstOrThrow();
      return claimed_by === by;
    }
    await transaction
      .updateTable('crawl_request')
      .set({ state: 'redirected', claimed_by: by })
      .where('crawl', '=', crawl)
      .where('key', '=', final.key)
      .execute();
    return true;
  });
}

/** Puts a request back, to be asked again no sooner than at a time. */
export async function postponeRequest(
  { db }: Store,
  crawl: string,
  key: string,
  readyAt: number,
): Promise<void> {
  await db
    .updateTable('crawl_request')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1), ready_at: readyAt }))
    .where('crawl', '=', crawl)
    .where('key', '=', key)
    .execute();
}

async function addRow(db: Kysely<Schema>, crawl: string, row: string): Promise<number> {
  const seq = await countRows(db, crawl);
  await db.insertInto('crawl_row').values({ crawl, seq, row }).execute();
  return seq;
}

/** How many rows a crawl has given: those in shards and those that wait. */
async function countRows(db: Kysely<Schema>, crawl: string): Promise<number> {
  const { last } = await db
    .selectFrom('crawl_row')
    .select(({ fn }) => fn.max('seq').as('last'))
    .where('crawl', '=', crawl)
    .executeTakeFirstOrThrow();
  return (last ?? -1) + 1;
}

/** A row of a crawl's output and its place. */
export interface CrawlRow {
  readonly seq: number;
  readonly row: string;
}

/** The rows that no shard holds for good yet, in order. */
export async function unshardedRows({ db }: Store, crawl: string, limit: number): Promise<CrawlRow[]> {
  return await db
    .selectFrom('crawl_row')
    .select(['seq', 'row'])
    .where('crawl', '=', crawl)
    .where('row', '!=', '')
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** Forgets the rows up to a place, which a finished shard holds; the last leaves its number, so counting goes on. */
export async function forgetRows({ db }: Store, crawl: string, last: number): Promise<void> {
  await db.transaction().execute(async transaction => {
    await transaction.deleteFrom('crawl_row').where('crawl', '=', crawl).where('seq', '<', last).execute();
    await transaction
      .updateTable('crawl_row')
      .set({ row: '' })
      .where('crawl', '=', crawl)
      .where('seq', '=', last)
      .execute();
  });
}
