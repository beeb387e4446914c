import { type Pagination, sortedId } from './jobs.js';
import { present } from './rows.js';
import type { FeedbackTable } from './schema.js';
import type { Store } from './store.js';

export interface StoredFeedback {
  readonly id: string;
  readonly page: string;
  readonly url?: string | undefined;
  readonly site?: string | undefined;
  /** Ids of nodes whose text is missing. */
  readonly missing: readonly number[];
  /** Ids of nodes whose text should not be there. */
  readonly extra: readonly number[];
  readonly note?: string | undefined;
  readonly createdBy: string;
  readonly created: string;
}

export async function addFeedback(
  { db }: Store,
  given: Omit<StoredFeedback, 'id' | 'created'>,
): Promise<StoredFeedback> {
  const id = sortedId();
  const created = new Date().toISOString();
  const { missing, extra, createdBy, ...rest } = given;
  const row = {
    ...rest,
    id,
    missing: JSON.stringify(missing),
    extra: JSON.stringify(extra),
    created_by: createdBy,
    created,
  };
  await db.insertInto('feedback').values(row).execute();
  return { ...given, id, created };
}

export interface FeedbackQuery extends Pagination {
  readonly page?: string | undefined;
  readonly createdBy?: string | undefined;
}

export async function listFeedback(
  { db }: Store,
  { limit, after, page, createdBy }: FeedbackQuery,
): Promise<StoredFeedback[]> {
  let query = db.selectFrom('feedback').selectAll().orderBy('id', 'desc').limit(limit);
  if (after !== undefined) query = query.where('id', '<', after);
  if (page !== undefined) query = query.where('page', '=', page);
  if (createdBy !== undefined) query = query.where('created_by', '=', createdBy);
  return (await query.execute()).map(fromRow);
}

export async function readFeedback({ db }: Store, id: string): Promise<StoredFeedback | undefined> {
  const row = await db.selectFrom('feedback').selectAll().where('id', '=', id).executeTakeFirst();
  return row && fromRow(row);
}

function fromRow({ missing, extra, created_by, ...row }: FeedbackTable): StoredFeedback {
  return {
    ...present(row),
    missing: JSON.parse(missing) as number[],
    extra: JSON.parse(extra) as number[],
    createdBy: created_by,
  };
}

/** Removes a report, but not the labels made from it. Returns false if it does not exist. */
export async function removeFeedback({ db }: Store, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('feedback').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
