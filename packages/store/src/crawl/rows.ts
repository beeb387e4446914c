import type { Store } from '../store.js';

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
