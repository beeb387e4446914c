import type { Kysely } from 'kysely';
import type { AnnotationTable, Schema } from './schema.js';
import type { Store } from './store.js';
import { durableTransaction, inChunks } from './transactions.js';

export type LabelScope = 'node' | 'subtree';

/** A node, or a range of characters in a text node. */
export interface LabelPlace {
  readonly node: number;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

export interface StoredLabel extends LabelPlace {
  readonly label: string;
  readonly scope: LabelScope;
}

export interface LabelOperation extends LabelPlace {
  /** Chosen by the caller; a repeated operation is applied once. */
  readonly id: string;
  readonly label: string | null;
  readonly scope?: LabelScope | undefined;
}

export interface LabelSave {
  readonly page: string;
  readonly annotator: string;
  readonly operations: readonly LabelOperation[];
  /** True if the annotator has finished the page; undefined leaves the flag unchanged. */
  readonly done?: boolean | undefined;
}

export interface AnnotationState {
  readonly page: string;
  readonly annotator: string;
  readonly revision: number;
  readonly count: number;
  readonly done: boolean;
  readonly updated: string;
}

export interface PageAnnotation extends AnnotationState {
  readonly labels: readonly StoredLabel[];
}

/** Labels of an annotator on a page; an empty list if there are none. */
export async function readPageAnnotation(
  { db }: Store,
  page: string,
  annotator: string,
): Promise<PageAnnotation> {
  // One statement, so that labels and revision are consistent in both databases.
  const rows = await db
    .selectFrom('annotation')
    .leftJoin('label', join =>
      join.onRef('label.page', '=', 'annotation.page').onRef('label.annotator', '=', 'annotation.annotator'),
    )
    .select(['revision', 'labels', 'done', 'updated', 'node', 'start_at', 'end_at', 'label', 'scope'])
    .where('annotation.page', '=', page)
    .where('annotation.annotator', '=', annotator)
    .orderBy('node')
    .orderBy('start_at')
    .orderBy('end_at')
    .execute();
  const [first] = rows;
  if (first === undefined)
    return { page, annotator, revision: 0, count: 0, done: false, updated: '', labels: [] };
  return {
    ...stateOf({ page, annotator, ...first }),
    labels: rows.flatMap(row => (row.node === null ? [] : [labelOf(row as LabelRow)])),
  };
}

export async function readAnnotationStates(
  { db }: Store,
  pages: readonly string[],
): Promise<AnnotationState[]> {
  const found: AnnotationState[] = [];
  for (const part of inChunks(pages)) {
    const rows = await db
      .selectFrom('annotation')
      .selectAll()
      .where('page', 'in', part)
      .orderBy('annotator')
      .execute();
    found.push(...rows.map(stateOf));
  }
  return found;
}

export async function readLabelHistory(
  { db }: Store,
  page: string,
  annotator: string,
): Promise<(LabelOperation & { readonly revision: number; readonly at: string })[]> {
  const rows = await db
    .selectFrom('label_operation')
    .selectAll()
    .where('page', '=', page)
    .where('annotator', '=', annotator)
    .orderBy('revision')
    .orderBy('place')
    .execute();
  return rows.map(row => ({
    id: row.id,
    ...placeOf(row),
    label: row.label,
    scope: row.scope,
    revision: row.revision,
    at: row.at,
  }));
}

interface PlaceRow {
  readonly node: number;
  readonly start_at: number;
  readonly end_at: number;
}
type LabelRow = PlaceRow & { readonly label: string; readonly scope: LabelScope };

const placeOf = ({ node, start_at, end_at }: PlaceRow): LabelPlace =>
  start_at < 0 ? { node } : { node, start: start_at, end: end_at };

const labelOf = ({ label, scope, ...row }: LabelRow): StoredLabel => ({ ...placeOf(row), label, scope });

function stateOf(row: AnnotationTable): AnnotationState {
  const { page, annotator, revision, labels: count, done, updated } = row;
  return { page, annotator, revision, count, done: done === 1, updated };
}

/** Saves either all operations or none; commits survive a power cut. Returns undefined if the page does not exist. */
export async function saveLabels(store: Store, save: LabelSave): Promise<AnnotationState | undefined> {
  const { page, annotator } = save;
  if (!(await pageExists(store, page))) return undefined;
  try {
    return await durableTransaction(store, async db => {
      const updated = new Date().toISOString();
      const before = await db
        .insertInto('annotation')
        .values({ page, annotator, revision: 0, labels: 0, done: 0, updated })
        .onConflict(conflict => conflict.columns(['page', 'annotator']).doUpdateSet({ annotator }))
        .returningAll()
        .executeTakeFirstOrThrow();
      const fresh = await freshOperations(db, save);
      const done = save.done === undefined ? before.done : Number(save.done);
      if (fresh.length === 0 && done === before.done) return stateOf(before);
      const revision = before.revision + 1;
      await keepOperations(db, save, fresh, { revision, at: updated });
      await apply(db, save, fresh);
      const labels = await countLabels(db, save);
      const after = { revision, labels, done, updated };
      await db
        .updateTable('annotation')
        .set(after)
        .where('page', '=', page)
        .where('annotator', '=', annotator)
        .execute();
      return stateOf({ page, annotator, ...after });
    });
  } catch (error) {
    if (!(await pageExists(store, page))) return undefined; // removed concurrently
    throw error;
  }
}

type Db = Kysely<Schema>;

async function pageExists({ db }: Store, id: string): Promise<boolean> {
  return (await db.selectFrom('page').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Operations whose id is not stored yet; of several with the same id, the first. */
async function freshOperations(
  db: Db,
  { page, annotator, operations }: LabelSave,
): Promise<LabelOperation[]> {
  const byId = new Map<string, LabelOperation>();
  for (const operation of operations) if (!byId.has(operation.id)) byId.set(operation.id, operation);
  for (const part of inChunks([...byId.keys()])) {
    const known = await db
      .selectFrom('label_operation')
      .select('id')
      .where('page', '=', page)
      .where('annotator', '=', annotator)
      .where('id', 'in', part)
      .execute();
    for (const { id } of known) byId.delete(id);
  }
  return [...byId.values()];
}

async function keepOperations(
  db: Db,
  { page, annotator }: LabelSave,
  operations: readonly LabelOperation[],
  { revision, at }: { readonly revision: number; readonly at: string },
): Promise<void> {
  const rows = operations.map((operation, place) => ({
    page,
    annotator,
    id: operation.id,
    revision,
    place,
    ...columnsOf(operation),
    label: operation.label,
    scope: operation.scope ?? 'node',
    at,
  }));
  for (const part of inChunks(rows)) await db.insertInto('label_operation').values(part).execute();
}

async function apply(
  db: Db,
  { page, annotator }: LabelSave,
  operations: readonly LabelOperation[],
): Promise<void> {
  const last = new Map<string, LabelOperation>();
  for (const operation of operations) last.set(Object.values(columnsOf(operation)).join(), operation);
  const put = [];
  for (const operation of last.values()) {
    const { label, scope = 'node' } = operation;
    const place = columnsOf(operation);
    if (label !== null) {
      put.push({ page, annotator, ...place, label, scope });
      continue;
    }
    await db
      .deleteFrom('label')
      .where('page', '=', page)
      .where('annotator', '=', annotator)
      .where('node', '=', place.node)
      .where('start_at', '=', place.start_at)
      .where('end_at', '=', place.end_at)
      .execute();
  }
  for (const part of inChunks(put)) {
    await db
      .insertInto('label')
      .values(part)
      .onConflict(conflict =>
        conflict
          .columns(['page', 'annotator', 'node', 'start_at', 'end_at'])
          .doUpdateSet(({ ref }) => ({ label: ref('excluded.label'), scope: ref('excluded.scope') })),
      )
      .execute();
  }
}

async function countLabels(db: Db, { page, annotator }: LabelSave): Promise<number> {
  const { count } = await db
    .selectFrom('label')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('page', '=', page)
    .where('annotator', '=', annotator)
    .executeTakeFirstOrThrow();
  return count;
}

const columnsOf = ({ node, start = -1, end = -1 }: LabelPlace) => ({ node, start_at: start, end_at: end });
