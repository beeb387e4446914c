import { DEFAULT_LIMIT, type Pagination, sortedId } from './jobs.js';
import type { FeedbackTable } from './schema.js';
import type { Store } from './store.js';

/** What a reader said is wrong with an extraction. */
export interface StoredFeedback {
  readonly id: string;
  readonly page: string;
  readonly url?: string;
  readonly site?: string;
  readonly missing: readonly number[];
  readonly extra: readonly number[];
  readonly note?: string;
  readonly createdBy: string;
  readonly created: string;
}

/** Remembers a report and gives it back with its id. */
export async function addFeedback(
  { db }: Store,
  given: Omit<StoredFeedback, 'id' | 'created'>,
): Promise<StoredFeedback> {
  const id = sortedId();
  const created = new Date().toISOString();
  const { page, url, site, missing, extra, note, createdBy } = given;
  const row = {
    id,
    page,
    url: url ?? null,
    site: site ?? null,
    missing: JSON.stringify(missing),
    extra: JSON.stringify(extra),
    note: note ?? null,
    created_by: createdBy,
    created,
  };
  await db.insertInto('feedback').values(row).execute();
  return { ...given, id, created };
}

/** Which reports are wanted. */
export interface FeedbackQuery extends Pagination {
  /** Those on one page. */
  readonly page?: string | undefined;
  readonly createdBy?: string | undefined;
}

/** Reports, newest first. */
export async function listFeedback(
  { db }: Store,
  { limit = DEFAULT_LIMIT, after, page, createdBy }: FeedbackQuery = {},
): Promise<StoredFeedback[]> {
  let query = db.selectFrom('feedback').selectAll().orderBy('id', 'desc').limit(limit);
  if (after !== undefined) query = query.where('id', '<', after);
  if (page !== undefined) query = query.where('page', '=', page);
  if (createdBy !== undefined) query = query.where('created_by', '=', createdBy);
  return (await query.execute()).map(fromRow);
}

/** A report by its id. */
export async function readFeedback({ db }: Store, id: string): Promise<StoredFeedback | undefined> {
  const row = await db.selectFrom('feedback').selectAll().where('id', '=', id).executeTakeFirst();
  return row && fromRow(row);
}

function fromRow({ url, site, note, missing, extra, created_by, ...row }: FeedbackTable): StoredFeedback {
  return {
    ...row,
    missing: JSON.parse(missing) as number[],
    extra: JSON.parse(extra) as number[],
    createdBy: created_by,
    ...(url === null ? {} : { url }),
    ...(site === null ? {} : { site }),
    ...(note === null ? {} : { note }),
  };
}

/** Forgets a report; says whether there was one. What it meant as labels is for whoever calls to take back. */
export async function removeFeedback({ db }: Store, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('feedback').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
