import type { Store } from './store.js';
import { durableTransaction } from './transactions.js';

export interface StoredSiteMemory {
  readonly site: string;
  /** JSON of a `SiteMemory`. */
  readonly memory: string;
  /** Number of pages in the memory. */
  readonly pages: number;
  readonly updated: string;
}

/** Maximum number of memories, of at most 64 KB each. A new one replaces the one that was unchanged for longest. */
const MOST_SITES = 1000;

/** Replaces the memory of a site by the result of `change`, in a transaction; undefined keeps it. */
export async function changeSiteMemory(
  store: Store,
  site: string,
  change: (memory: string | undefined) => Pick<StoredSiteMemory, 'memory' | 'pages'> | undefined,
  { mostSites = MOST_SITES } = {},
): Promise<void> {
  await durableTransaction(store, async db => {
    const own = db.selectFrom('site_memory').select('memory').where('site', '=', site);
    const row = await (store.dialect === 'postgres' ? own.forUpdate() : own).executeTakeFirst();
    const changed = change(row?.memory);
    if (changed === undefined) return;
    const values = { ...changed, updated: new Date().toISOString() };
    await db
      .insertInto('site_memory')
      .values({ site, ...values })
      .onConflict(conflict => conflict.column('site').doUpdateSet(values))
      .execute();
    if (row !== undefined) return;
    const others = await db
      .selectFrom('site_memory')
      .select('site')
      .where('site', '!=', site)
      .orderBy('updated', 'desc')
      .orderBy('site')
      .execute();
    const gone = others.slice(mostSites - 1).map(other => other.site);
    if (gone.length > 0) await db.deleteFrom('site_memory').where('site', 'in', gone).execute();
  });
}

export async function readSiteMemory({ db }: Store, site: string): Promise<string | undefined> {
  const row = await db.selectFrom('site_memory').select('memory').where('site', '=', site).executeTakeFirst();
  return row?.memory;
}

/** Sites with the number of known pages, by name. */
export async function listSiteMemories({ db }: Store): Promise<Omit<StoredSiteMemory, 'memory'>[]> {
  return await db.selectFrom('site_memory').select(['site', 'pages', 'updated']).orderBy('site').execute();
}

/** Removes the memory of a site, or of all sites. Returns the number of removed ones. */
export async function removeSiteMemories({ db }: Store, site?: string): Promise<number> {
  const all = db.deleteFrom('site_memory');
  const { numDeletedRows } = await (site === undefined
    ? all
    : all.where('site', '=', site)
  ).executeTakeFirst();
  return Number(numDeletedRows);
}
