import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';
import type { Store } from '../store.js';
import { addRequests, type NewRequest, type RequestState } from './requests.js';

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
