import type { Kysely } from 'kysely';
import { durably } from '../durably.js';
import { inChunks } from '../in-chunks.js';
import type { Schema } from '../schema.js';
import type { Store } from '../store.js';
import {
  type AnnotationState,
  type LabelOperation,
  type LabelPlace,
  type LabelSave,
  stateOf,
} from './labels.js';

/** All of it is kept and on the disk when this returns, or nothing; undefined where there is no such page. */
export async function saveLabels(store: Store, save: LabelSave): Promise<AnnotationState | undefined> {
  const { page, annotator } = save;
  if (!(await pageExists(store, page))) return undefined;
  try {
    return await durably(store, async db => {
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
      const after = { ...before, revision, labels, done, updated };
      await db
        .updateTable('annotation')
        .set({ revision, labels, done, updated })
        .where('page', '=', page)
        .where('annotator', '=', annotator)
        .execute();
      return stateOf(after);
    });
  } catch (error) {
    if (!(await pageExists(store, page))) return undefined; // it was removed meanwhile
    throw error;
  }
}

type Db = Kysely<Schema>;

async function pageExists({ db }: Store, id: string): Promise<boolean> {
  return (await db.selectFrom('page').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Operations that were not kept before; of two with the same id the first. */
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

/** Brings what stands up to date: the last operation on a place wins. */
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
  return Number(count);
}

const columnsOf = ({ node, start = -1, end = -1 }: LabelPlace) => ({ node, start_at: start, end_at: end });
