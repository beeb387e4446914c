import type { Store } from '../store.js';
import type { StoredPlot } from './models.js';

/** An evaluation with its figures. */
export interface StoredEvaluation {
  readonly id: string;
  readonly corpus: string;
  readonly created: string;
  readonly createdBy: string;
  readonly summary: unknown;
}

/** Remembers an evaluation, in place of one with its id. */
export async function addEvaluation(
  { db }: Store,
  evaluation: Omit<StoredEvaluation, 'created'> & { readonly plots: readonly StoredPlot[] },
): Promise<void> {
  const { id, corpus, createdBy, summary, plots } = evaluation;
  const row = {
    id,
    corpus,
    created: new Date().toISOString(),
    created_by: createdBy,
    summary: JSON.stringify(summary),
    plots: JSON.stringify(plots),
  };
  await db
    .insertInto('evaluation')
    .values(row)
    .onConflict(conflict => conflict.column('id').doUpdateSet(row))
    .execute();
}

/** All evaluations, newest first. */
export async function listEvaluations({ db }: Store): Promise<StoredEvaluation[]> {
  const columns = ['id', 'corpus', 'created', 'created_by', 'summary'] as const;
  const rows = await db.selectFrom('evaluation').select(columns).orderBy('id', 'desc').execute();
  return rows.map(({ created_by, summary, ...row }) => ({
    ...row,
    createdBy: created_by,
    summary: JSON.parse(summary) as unknown,
  }));
}

/** An evaluation with its plots. */
export async function readEvaluation(
  { db }: Store,
  id: string,
): Promise<(StoredEvaluation & { readonly plots: readonly StoredPlot[] }) | undefined> {
  const row = await db.selectFrom('evaluation').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const { created_by, summary, plots, ...own } = row;
  return {
    ...own,
    createdBy: created_by,
    summary: JSON.parse(summary) as unknown,
    plots: JSON.parse(plots) as StoredPlot[],
  };
}

/** Forgets an evaluation; says whether there was one. */
export async function removeEvaluation({ db }: Store, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('evaluation').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
