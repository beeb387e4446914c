import type { Kysely } from 'kysely';
import type { Schema } from './schema.js';
import type { Store } from './store.js';

/** `waiting` includes requests in progress; `refused`: excluded by robots.txt or the scope, also after a redirect. */
export type RequestState = 'waiting' | 'done' | 'skipped' | 'failed' | 'redirected' | 'refused';

export interface NewRequest {
  readonly key: string;
  readonly url: string;
  readonly host: string;
  /** Pattern of the URL without numbers and parameter values, which similar URLs share. */
  readonly shape: string;
  /** How the URL was found: `seed`, `source` (sitemap or feed), `entry` of a list, `next` page or other `link`. */
  readonly kind: string;
  readonly depth: number;
}

export interface WaitingRequest extends NewRequest {
  readonly tries: number;
}

/** Opens or creates a crawl. Returns its settings, which are those of the first start. */
export async function openCrawl({ db }: Store, id: string, settings: string): Promise<string> {
  await db
    .insertInto('crawl')
    .values({ id, settings, started: new Date().toISOString() })
    .onConflict(conflict => conflict.doNothing())
    .execute();
  return (await db.selectFrom('crawl').select('settings').where('id', '=', id).executeTakeFirstOrThrow())
    .settings;
}

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
      .values({ crawl, ...request, seq: seq++, state: 'waiting', tries: 0, ready_at: 0 })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst();
    if (Number(result.numInsertedOrUpdatedRows ?? 0) > 0) added.push(request);
  }
  return added;
}

/**
 * Waiting requests of a host that are due, in the order they were found. A request whose wait exceeds the longest pause
 * is also due: the clock must have been set back since it was postponed.
 */
export async function waitingRequests(
  { db }: Store,
  crawl: string,
  host: string,
  {
    now,
    longestPause,
    limit,
  }: { readonly now: number; readonly longestPause: number; readonly limit: number },
): Promise<WaitingRequest[]> {
  return await db
    .selectFrom('crawl_request')
    .select(['key', 'url', 'host', 'shape', 'kind', 'depth', 'tries'])
    .where('crawl', '=', crawl)
    .where('state', '=', 'waiting')
    .where('host', '=', host)
    .where(({ eb, or }) => or([eb('ready_at', '<=', now), eb('ready_at', '>', now + longestPause)]))
    .orderBy('seq')
    .limit(limit)
    .execute();
}

export async function countRequests(
  { db }: Store,
  crawl: string,
): Promise<{ readonly host: string; readonly state: RequestState; readonly count: number }[]> {
  return await db
    .selectFrom('crawl_request')
    .select(({ fn }) => ['host', 'state', fn.countAll<number>().as('count')])
    .where('crawl', '=', crawl)
    .groupBy(['host', 'state'])
    .orderBy('host')
    .orderBy('state')
    .execute();
}

export interface SettledRequest {
  readonly key: string;
  readonly host: string;
  readonly shape: string;
  readonly state: RequestState;
  readonly textHash?: string | undefined;
}

export async function settledRequests({ db }: Store, crawl: string): Promise<SettledRequest[]> {
  const rows = await db
    .selectFrom('crawl_request')
    .select(['key', 'host', 'shape', 'state', 'text_hash'])
    .where('crawl', '=', crawl)
    .where('state', '!=', 'waiting')
    .orderBy('seq')
    .execute();
  return rows.map(({ text_hash, ...rest }) => ({ ...rest, textHash: text_hash ?? undefined }));
}

export async function countShapes({ db }: Store, crawl: string, kind: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('crawl_request')
    .select(({ fn }) => ['shape', fn.countAll<number>().as('count')])
    .where('crawl', '=', crawl)
    .where('kind', '=', kind)
    .groupBy('shape')
    .execute();
  return new Map(rows.map(({ shape, count }) => [shape, count]));
}

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
  return rows.map(row => ({ ...row, reason: row.reason! }));
}

export interface Outcome {
  readonly state: Exclude<RequestState, 'waiting'>;
  readonly reason?: string;
  readonly textHash?: string;
  readonly row?: string;
  readonly follow?: readonly NewRequest[];
}

export interface Settled {
  readonly state: Exclude<RequestState, 'waiting'>;
  readonly added: readonly NewRequest[];
  readonly row?: number | undefined;
}

/** Saves the outcome of a request; changes nothing if the request was settled before. */
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
    return { state, added, row: row === undefined ? undefined : await addRow(db, crawl, row) };
  });
}

/** Returns false if the crawl already has that URL, unless this request claimed it earlier. */
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

/** Counts a failed attempt. The next one is at `readyAt` (in milliseconds since 1970) or later. */
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

/** Number of output rows so far, including those already in shards: `forgetRows` keeps the last one. */
async function countRows(db: Kysely<Schema>, crawl: string): Promise<number> {
  const { last } = await db
    .selectFrom('crawl_row')
    .select(({ fn }) => fn.max('seq').as('last'))
    .where('crawl', '=', crawl)
    .executeTakeFirstOrThrow();
  return (last ?? -1) + 1;
}

export interface CrawlRow {
  readonly seq: number;
  readonly row: string;
}

/** Rows that are not in a finished shard yet, in order. */
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

/** Removes rows up to `last`, which are in a shard now. Row `last` stays, empty, so that numbering continues. */
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
