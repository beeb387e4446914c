import { present } from './rows.js';
import type { Schema } from './schema.js';
import type { Store } from './store.js';
import { inChunks } from './transactions.js';

/** A tracked site; `state` is JSON written by the tracker. */
export interface TrackedSite {
  readonly site: string;
  readonly pages: number;
  readonly state: string;
  readonly firstSeen: string;
  readonly lastSeen: string;
}

export interface SiteChange {
  readonly site: string;
  /** `seq` of the observation at which the change was detected. */
  readonly seq: number;
  readonly kind: string;
  readonly at: string;
  readonly message: string;
  /** JSON written by the tracker: pages before and after, and pages to label. */
  readonly evidence: string;
}

export interface SiteUpdate {
  readonly site: TrackedSite;
  readonly observations: readonly Observation[];
  readonly changes: readonly SiteChange[];
}

export async function readSite({ db }: Store, site: string): Promise<TrackedSite | undefined> {
  const row = await db.selectFrom('tracked_site').selectAll().where('site', '=', site).executeTakeFirst();
  return row && siteOf(row);
}

export async function readSites({ db }: Store): Promise<TrackedSite[]> {
  const rows = await db.selectFrom('tracked_site').selectAll().orderBy('site').execute();
  return rows.map(siteOf);
}

function siteOf({ first_seen, last_seen, ...rest }: Schema['tracked_site']): TrackedSite {
  return { ...rest, firstSeen: first_seen, lastSeen: last_seen };
}

export async function saveSiteUpdate(
  { db }: Store,
  { site, observations, changes }: SiteUpdate,
): Promise<void> {
  const { firstSeen: first_seen, lastSeen: last_seen, ...rest } = site;
  const rows = observations.map(({ fields, ...own }) => ({ ...own, fields: fields.join(' ') }));
  await db.transaction().execute(async transaction => {
    await transaction
      .insertInto('tracked_site')
      .values({ ...rest, first_seen, last_seen })
      .onConflict(conflict =>
        conflict.column('site').doUpdateSet({ pages: site.pages, state: site.state, last_seen }),
      )
      .execute();
    for (const part of inChunks(rows)) {
      await transaction.insertInto('observation').values(part).execute();
    }
    for (const part of inChunks(changes)) {
      await transaction.insertInto('site_change').values(part).execute();
    }
  });
}

export async function readChanges({ db }: Store, site?: string): Promise<SiteChange[]> {
  let query = db
    .selectFrom('site_change')
    .selectAll()
    .orderBy('at')
    .orderBy('site')
    .orderBy('seq')
    .orderBy('kind');
  if (site !== undefined) query = query.where('site', '=', site);
  return await query.execute();
}

export interface Observation {
  readonly site: string;
  readonly seq: number;
  readonly source: string;
  readonly page: string;
  readonly url?: string | undefined;
  readonly at: string;
  /** Fingerprint of the page's structure; absent if only the extraction is available. */
  readonly structure?: string | undefined;
  readonly words: number;
  readonly confidence: number;
  readonly type: string;
  /** Names of the fields found. */
  readonly fields: readonly string[];
  readonly error?: string | undefined;
}

export async function readObservations(
  { db }: Store,
  site: string,
  { from = 0, limit = 1000 }: { readonly from?: number; readonly limit?: number } = {},
): Promise<Observation[]> {
  const rows = await db
    .selectFrom('observation')
    .selectAll()
    .where('site', '=', site)
    .where('seq', '>=', from)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(observationOf);
}

/** Pages of a source that were observed already. */
export async function observedPages({ db }: Store, source: string): Promise<Set<string>> {
  const rows = await db.selectFrom('observation').select('page').where('source', '=', source).execute();
  return new Set(rows.map(({ page }) => page));
}

function observationOf({ fields, ...rest }: Schema['observation']): Observation {
  return { ...present(rest), fields: fields === '' ? [] : fields.split(' ') };
}
