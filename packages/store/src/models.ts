import type { ModelTable } from './schema.js';
import type { Store } from './store.js';

/** A drawn plot. */
export interface StoredPlot {
  readonly title: string;
  readonly svg: string;
}

/** A model without its weights. */
export interface StoredModel {
  readonly id: string;
  readonly name: string;
  readonly method: string;
  readonly corpus: string;
  readonly pages: number;
  readonly created: string;
  readonly createdBy: string;
  readonly metrics?: unknown;
  readonly promoted: boolean;
}

/** What is remembered of a new model. */
export interface NewModel extends Omit<StoredModel, 'created' | 'promoted'> {
  readonly plots: readonly StoredPlot[];
  readonly data: unknown;
}

const HEAD = [
  'id',
  'name',
  'method',
  'corpus',
  'pages',
  'created',
  'created_by',
  'metrics',
  'promoted',
] as const;

/** Remembers a model, in place of one with its id. */
export async function addModel({ db }: Store, model: NewModel): Promise<void> {
  const { createdBy, metrics, plots, data, ...own } = model;
  const row = {
    ...own,
    created: new Date().toISOString(),
    created_by: createdBy,
    metrics: metrics === undefined ? null : JSON.stringify(metrics),
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

/** All models, newest first. */
export async function listModels({ db }: Store): Promise<StoredModel[]> {
  return (await db.selectFrom('model').select(HEAD).orderBy('id', 'desc').execute()).map(fromRow);
}

export async function readStoredModel({ db }: Store, id: string): Promise<StoredModel | undefined> {
  const row = await db.selectFrom('model').select(HEAD).where('id', '=', id).executeTakeFirst();
  return row && fromRow(row);
}

/** The weights of a model, as its method wrote them. */
export async function modelData({ db }: Store, id: string): Promise<unknown> {
  const row = await db.selectFrom('model').select('data').where('id', '=', id).executeTakeFirst();
  return row && (JSON.parse(row.data) as unknown);
}

export async function modelPlots({ db }: Store, id: string): Promise<StoredPlot[] | undefined> {
  const row = await db.selectFrom('model').select('plots').where('id', '=', id).executeTakeFirst();
  return row && (JSON.parse(row.plots) as StoredPlot[]);
}

/** Lets a model answer for its method, in place of any other; says whether there is such a model. */
export async function promoteModel({ db }: Store, id: string, promoted = true): Promise<boolean> {
  return await db.transaction().execute(async change => {
    const model = await change.selectFrom('model').select('method').where('id', '=', id).executeTakeFirst();
    if (!model) return false;
    if (promoted)
      await change.updateTable('model').set({ promoted: 0 }).where('method', '=', model.method).execute();
    await change
      .updateTable('model')
      .set({ promoted: promoted ? 1 : 0 })
      .where('id', '=', id)
      .execute();
    return true;
  });
}

/** The model that answers for a method, if one was promoted. */
export async function promotedModel({ db }: Store, method: string): Promise<string | undefined> {
  const query = db.selectFrom('model').select('id').where('method', '=', method).where('promoted', '=', 1);
  return (await query.executeTakeFirst())?.id;
}

/** Forgets a model; says whether there was one. */
export async function removeModel({ db }: Store, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('model').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** What a list of models needs: all but what is large. */
type HeadRow = Omit<ModelTable, 'plots' | 'data'>;

function fromRow({ created_by, metrics, promoted, ...row }: HeadRow): StoredModel {
  return {
    ...row,
    createdBy: created_by,
    promoted: promoted === 1,
    ...(metrics === null ? {} : { metrics: JSON.parse(metrics) as unknown }),
  };
}

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
