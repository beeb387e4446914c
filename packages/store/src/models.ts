import type { ModelTable } from './schema.js';
import type { Store } from './store.js';

export interface StoredPlot {
  readonly title: string;
  readonly svg: string;
}

export interface StoredModel {
  readonly id: string;
  readonly name: string;
  readonly method: string;
  readonly corpus: string;
  readonly pages: number;
  readonly created: string;
  readonly createdBy: string;
  readonly metrics?: unknown;
}

export interface NewModel extends Omit<StoredModel, 'created'> {
  readonly plots: readonly StoredPlot[];
  readonly data: unknown;
}

const HEAD = ['id', 'name', 'method', 'corpus', 'pages', 'created', 'created_by', 'metrics'] as const;

export async function addModel({ db }: Store, model: NewModel): Promise<void> {
  const { createdBy, metrics, plots, data, ...own } = model;
  const row = {
    ...own,
    created: new Date().toISOString(),
    created_by: createdBy,
    metrics: metrics === undefined ? null : JSON.stringify(metrics),
    // Unused column: a server setting names the active model.
    promoted: 0,
    plots: JSON.stringify(plots),
    data: JSON.stringify(data),
  };
  await db
    .insertInto('model')
    .values(row)
    .onConflict(conflict => conflict.column('id').doUpdateSet(row))
    .execute();
}

export async function listModels({ db }: Store): Promise<StoredModel[]> {
  return (await db.selectFrom('model').select(HEAD).orderBy('id', 'desc').execute()).map(fromRow);
}

export async function readStoredModel({ db }: Store, id: string): Promise<StoredModel | undefined> {
  const row = await db.selectFrom('model').select(HEAD).where('id', '=', id).executeTakeFirst();
  return row && fromRow(row);
}

/** The model file as written by its method. */
export async function modelData({ db }: Store, id: string): Promise<unknown> {
  const row = await db.selectFrom('model').select('data').where('id', '=', id).executeTakeFirst();
  return row && (JSON.parse(row.data) as unknown);
}

export async function modelPlots({ db }: Store, id: string): Promise<StoredPlot[] | undefined> {
  const row = await db.selectFrom('model').select('plots').where('id', '=', id).executeTakeFirst();
  return row && (JSON.parse(row.plots) as StoredPlot[]);
}

export async function removeModel({ db }: Store, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('model').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

type HeadRow = Omit<ModelTable, 'promoted' | 'plots' | 'data'>;

function fromRow({ created_by, metrics, ...row }: HeadRow): StoredModel {
  return {
    ...row,
    createdBy: created_by,
    metrics: metrics === null ? undefined : (JSON.parse(metrics) as unknown),
  };
}

export interface StoredEvaluation {
  readonly id: string;
  readonly corpus: string;
  readonly created: string;
  readonly createdBy: string;
  readonly summary: unknown;
}

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

export async function listEvaluations({ db }: Store): Promise<StoredEvaluation[]> {
  const columns = ['id', 'corpus', 'created', 'created_by', 'summary'] as const;
  const rows = await db.selectFrom('evaluation').select(columns).orderBy('id', 'desc').execute();
  return rows.map(({ created_by, summary, ...row }) => ({
    ...row,
    createdBy: created_by,
    summary: JSON.parse(summary) as unknown,
  }));
}

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

export async function removeEvaluation({ db }: Store, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('evaluation').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
