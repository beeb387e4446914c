import type { Store } from '../store.js';

/** A set of pages that are labelled together. */
export interface StoredCorpus {
  readonly name: string;
  readonly title: string;
  /** Name of the label set. */
  readonly task: string;
  readonly created: string;
}

export interface CorpusSummary extends StoredCorpus {
  readonly pages: number;
  /** Pages that each annotator has finished. */
  readonly labelled: Readonly<Record<string, number>>;
}

/** Makes a corpus; false where its name is taken. */
export async function addCorpus({ db }: Store, corpus: Omit<StoredCorpus, 'created'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('corpus')
    .values({ ...corpus, next_page: 0, created: new Date().toISOString() })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** All corpora by name, or the one that is named. */
export async function readCorpora({ db }: Store, name?: string): Promise<CorpusSummary[]> {
  let query = db.selectFrom('corpus').select(['name', 'title', 'task', 'created']).orderBy('name');
  if (name !== undefined) query = query.where('name', '=', name);
  const corpora = await query.execute();
  const names = corpora.map(corpus => corpus.name);
  if (names.length === 0) return [];
  const pages = await db
    .selectFrom('page')
    .select(({ fn }) => ['corpus', fn.countAll<number>().as('count')])
    .where('corpus', 'in', names)
    .groupBy('corpus')
    .execute();
  const done = await db
    .selectFrom('annotation')
    .innerJoin('page', 'page.id', 'annotation.page')
    .select(({ fn }) => ['corpus', 'annotator', fn.countAll<number>().as('count')])
    .where('corpus', 'in', names)
    .where('done', '=', 1)
    .groupBy(['corpus', 'annotator'])
    .orderBy('annotator')
    .execute();
  return corpora.map(corpus => ({
    ...corpus,
    pages: Number(pages.find(row => row.corpus === corpus.name)?.count ?? 0),
    labelled: Object.fromEntries(
      done.filter(row => row.corpus === corpus.name).map(row => [row.annotator, Number(row.count)]),
    ),
  }));
}

/** One corpus, or undefined. */
export async function findCorpus(store: Store, name: string): Promise<CorpusSummary | undefined> {
  return (await readCorpora(store, name))[0];
}

/** Removes a corpus with its pages and all that was said of them; says whether there was one. */
export async function removeCorpus({ db }: Store, name: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('corpus').where('name', '=', name).executeTakeFirst();
  return numDeletedRows > 0n;
}
