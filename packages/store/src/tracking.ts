import type { Selectable } from 'kysely';
import type { Schema } from './schema.js';
import type { Store } from './store.js';
import { inChunks } from './transactions.js';

/** A site that is watched; `state` is JSON of the tracker's own making. */
export interface TrackedSite {
  readonly site: string;
  readonly pages: number;
  readonly state: string;
  readonly firstSeen: string;
  readonly lastSeen: string;
}

/** A change of a site that was noticed. */
export interface SiteChange {
  readonly site: string;
  /** The page at which it was noticed. */
  readonly seq: number;
  readonly kind: string;
  readonly at: string;
  /** Words for a person. */
  readonly message: string;
  /** JSON of the tracker's own making: pages before and after, and pages to label. */
  readonly evidence: string;
}

/** What one round of watching adds to a site. */
export interface SiteUpdate {
  readonly site: TrackedSite;
  readonly observations: readonly Observation[];
  readonly changes: readonly SiteChange[];
}

/** The site as it was left, or undefined where it was never seen. */
export async function readSite({ db }: Store, site: string): Promise<TrackedSite | undefined> {
  const row = await db.selectFrom('tracked_site').selectAll().where('site', '=', site).executeTakeFirst();
  return (
    row && { site, pages: row.pages, state: row.state, firstSeen: row.first_seen, lastSeen: row.last_seen }
  );
}

/** All sites, by name. */
export async function readSites({ db }: Store): Promise<TrackedSite[]> {
  const rows = await db.selectFrom('tracked_site').selectAll().orderBy('site').execute();
  return rows.map(({ first_seen: firstSeen, last_seen: lastSeen, ...rest }) => ({
    ...rest,
    firstSeen,
    lastSeen,
  }));
}

/** Keeps a round of watching: all of it or, where anything fails, nothing. */
export async function saveSiteUpdate(
  { db }: Store,
  { site, observations, changes }: SiteUpdate,
): Promise<void> {
  const { firstSeen: first_seen, lastSeen: last_seen, ...rest } = site;
  await db.transaction().execute(async transaction => {
    await transaction
      .insertInto('tracked_site')
      .values({ ...rest, first_seen, last_seen })
      .onConflict(conflict =>
        conflict.column('site').doUpdateSet({ pages: site.pages, state: site.state, last_seen }),
      )
      .execute();
    for (const part of inChunks(observations.map(rowOf))) {
      await transaction.insertInto('observation').values(part).execute();
    }
    for (const part of inChunks(changes)) {
      await transaction.insertInto('site_change').values(part).execute();
    }
  });
}

/** Changes noticed, oldest first: of one site, or of all. */
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

/** What one page looked like and what came out of it. */
export interface Observation {
  readonly site: string;
  readonly seq: number;
  readonly source: string;
  readonly page: string;
  readonly url?: string;
  readonly at: string;
  readonly structure?: string;
  readonly words: number;
  readonly confidence: number;
  readonly type: string;
  readonly fields: readonly string[];
  readonly error?: string;
}

/** Pages of a site in the order in which they were seen, from a place on. */
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

/** The pages of an input that have been seen already. */
export async function observedPages({ db }: Store, source: string): Promise<Set<string>> {
  const rows = await db.selectFrom('observation').select('page').where('source', '=', source).execute();
  return new Set(rows.map(({ page }) => page));
}

type Row = Schema['observation'];

export function rowOf({ url, structure, error, fields, ...rest }: Observation): Row {
  return {
    ...rest,
    url: url ?? null,
    structure: structure ?? null,
    error: error ?? null,
    fields: fields.join(' '),
  };
}

function observationOf({ url, structure, error, fields, ...rest }: Selectable<Row>): Observation {
  return {
    ...rest,
    ...(url === null ? {} : { url }),
    ...(structure === null ? {} : { structure }),
    ...(error === null ? {} : { error }),
    fields: fields === '' ? [] : fields.split(' '),
  };
}
