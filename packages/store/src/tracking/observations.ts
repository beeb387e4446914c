import type { Selectable } from 'kysely';
import type { Schema } from '../schema.js';
import type { Store } from '../store.js';

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
