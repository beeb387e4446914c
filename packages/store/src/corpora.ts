import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { present } from './rows.js';
import type { Store } from './store.js';
import { durableTransaction } from './transactions.js';

export interface StoredCorpus {
  readonly name: string;
  readonly title: string;
  /** Name of the label set. */
  readonly task: string;
  readonly created: string;
}

export interface CorpusSummary extends StoredCorpus {
  readonly pages: number;
  /** Number of finished pages by annotator. */
  readonly labelled: Readonly<Record<string, number>>;
}

/** Returns false if the name is taken. */
export async function addCorpus({ db }: Store, corpus: Omit<StoredCorpus, 'created'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('corpus')
    .values({ ...corpus, next_page: 0, created: new Date().toISOString() })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

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
    pages: pages.find(row => row.corpus === corpus.name)?.count ?? 0,
    labelled: Object.fromEntries(
      done.filter(row => row.corpus === corpus.name).map(row => [row.annotator, row.count]),
    ),
  }));
}

export async function findCorpus(store: Store, name: string): Promise<CorpusSummary | undefined> {
  return (await readCorpora(store, name))[0];
}

/** Returns false if the corpus does not exist. */
export async function removeCorpus({ db }: Store, name: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('corpus').where('name', '=', name).executeTakeFirst();
  return numDeletedRows > 0n;
}

export interface NewPage {
  readonly corpus: string;
  /** Id in an exported corpus. If another page of the corpus has this name, a suffix is added. */
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  readonly bytes: Uint8Array;
}

export interface StoredPage {
  /** Derived from corpus and digest, so that the same bytes are the same page. */
  readonly id: string;
  readonly corpus: string;
  /** Position in the corpus, ascending; there may be gaps. */
  readonly seq: number;
  /** Id in an exported corpus: unique there, valid as a file name. */
  readonly name: string;
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  readonly bytes: number;
  readonly digest: string;
  readonly added: string;
}

function idOf(corpus: string, digest: string): string {
  return createHash('sha256').update(`${corpus}\n${digest}`).digest('hex').slice(0, 24);
}

/** Adds a page, or returns the existing page with the same bytes; undefined if the corpus does not exist. */
export async function addPage(
  store: Store,
  { corpus, name, url, title, bytes }: NewPage,
): Promise<{ readonly page: StoredPage; readonly added: boolean } | undefined> {
  const digest = createHash('sha256').update(bytes).digest('hex');
  const id = idOf(corpus, digest);
  const content = gzipSync(bytes);
  return await durableTransaction(store, async db => {
    const place = await db
      .updateTable('corpus')
      .set(({ eb }) => ({ next_page: eb('next_page', '+', 1) }))
      .where('name', '=', corpus)
      .returning('next_page')
      .executeTakeFirst();
    if (place === undefined) return undefined;
    const known = await db.selectFrom('page').select(COLUMNS).where('id', '=', id).executeTakeFirst();
    if (known !== undefined) return { page: present(known), added: false };
    const wanted = name ?? id;
    const taken = await db
      .selectFrom('page')
      .select('id')
      .where('corpus', '=', corpus)
      .where('name', '=', wanted)
      .executeTakeFirst();
    const row = {
      id,
      corpus,
      seq: place.next_page,
      name: taken === undefined ? wanted : `${wanted.slice(0, 170)}-${id}`,
      url: url ?? null,
      title: title ?? null,
      bytes: bytes.length,
      digest,
      added: new Date().toISOString(),
    };
    await db
      .insertInto('page')
      .values({ ...row, content })
      .execute();
    return { page: present(row), added: true };
  });
}

export interface PageQuery {
  /** Pages that the annotator has not finished (`todo`) or has finished (`done`). */
  readonly state?: 'all' | 'todo' | 'done';
  readonly annotator?: string;
  readonly after?: number | undefined;
  readonly limit?: number;
}

export async function readPages({ db }: Store, corpus: string, query: PageQuery = {}): Promise<StoredPage[]> {
  const { state = 'all', annotator = '', after = -1, limit } = query;
  let rows = db
    .selectFrom('page')
    .select(COLUMNS)
    .where('corpus', '=', corpus)
    .where('seq', '>', after)
    .orderBy('seq');
  if (state !== 'all') {
    rows = rows.where(({ eb, selectFrom, not, exists }) => {
      const finished = exists(
        selectFrom('annotation')
          .select('annotation.page')
          .whereRef('annotation.page', '=', 'page.id')
          .where('annotation.annotator', '=', annotator)
          .where('annotation.done', '=', 1),
      );
      return state === 'done' ? eb.and([finished]) : not(finished);
    });
  }
  if (limit !== undefined) rows = rows.limit(limit);
  return (await rows.execute()).map(present);
}

export async function readPage({ db }: Store, id: string): Promise<StoredPage | undefined> {
  const row = await db.selectFrom('page').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && present(row);
}

export async function readPageBytes(store: Store, id: string): Promise<Uint8Array | undefined> {
  const packed = await readPackedPage(store, id);
  return packed && gunzipSync(packed);
}

export async function readPackedPage({ db }: Store, id: string): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom('page').select('content').where('id', '=', id).executeTakeFirst();
  return row?.content;
}

/** Returns false if the page does not exist. */
export async function removePage({ db }: Store, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('page').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

const COLUMNS = ['id', 'corpus', 'seq', 'name', 'url', 'title', 'bytes', 'digest', 'added'] as const;
