import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Selectable } from 'kysely';
import type { Schema } from './schema.js';
import type { Store } from './store.js';
import { durably } from './transactions.js';

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

/** A page that is to be kept. */
export interface NewPage {
  readonly corpus: string;
  /** Its id in an exported corpus; one that is taken by other bytes gets an ending. */
  readonly name?: string;
  readonly url?: string;
  readonly title?: string;
  readonly bytes: Uint8Array;
}

/** A page without its bytes. */
export interface StoredPage {
  readonly id: string;
  readonly corpus: string;
  /** Place in its corpus. */
  readonly seq: number;
  readonly name: string;
  readonly url?: string;
  readonly title?: string;
  readonly bytes: number;
  /** SHA-256 of the bytes. */
  readonly digest: string;
  readonly added: string;
}

/** Id of some bytes in a corpus: the same bytes are the same page. */
function idOf(corpus: string, digest: string): string {
  return createHash('sha256').update(`${corpus}\n${digest}`).digest('hex').slice(0, 24);
}

/** Keeps a page; gives the one that is there where the corpus has these bytes, and undefined where there is no such corpus. */
export async function addPage(
  store: Store,
  { corpus, name, url, title, bytes }: NewPage,
): Promise<{ readonly page: StoredPage; readonly added: boolean } | undefined> {
  const digest = createHash('sha256').update(bytes).digest('hex');
  const id = idOf(corpus, digest);
  const content = gzipSync(bytes);
  return await durably(store, async db => {
    const place = await db
      .updateTable('corpus')
      .set(({ eb }) => ({ next_page: eb('next_page', '+', 1) }))
      .where('name', '=', corpus)
      .returning('next_page')
      .executeTakeFirst();
    if (place === undefined) return undefined;
    const known = await db.selectFrom('page').select(COLUMNS).where('id', '=', id).executeTakeFirst();
    if (known !== undefined) return { page: pageOf(known), added: false };
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
    return { page: pageOf(row), added: true };
  });
}

/** Which pages of a corpus are wanted. */
export interface PageQuery {
  /** `todo` and `done` are those that the annotator has not, or has, finished. */
  readonly state?: 'all' | 'todo' | 'done';
  readonly annotator?: string;
  /** Behind this place. */
  readonly after?: number;
  readonly limit?: number;
}

/** Pages of a corpus in the order in which they were added. */
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
  return (await rows.execute()).map(pageOf);
}

/** A page without its bytes, or undefined. */
export async function readPage({ db }: Store, id: string): Promise<StoredPage | undefined> {
  const row = await db.selectFrom('page').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && pageOf(row);
}

/** The bytes of a page, or undefined. */
export async function readPageBytes(store: Store, id: string): Promise<Uint8Array | undefined> {
  const packed = await readPackedPage(store, id);
  return packed && gunzipSync(packed);
}

/** The bytes of a page as they are kept, compressed by gzip, or undefined. */
export async function readPackedPage({ db }: Store, id: string): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom('page').select('content').where('id', '=', id).executeTakeFirst();
  return row?.content;
}

/** Removes a page and all that was said of it; says whether there was one. */
export async function removePage({ db }: Store, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('page').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

const COLUMNS = ['id', 'corpus', 'seq', 'name', 'url', 'title', 'bytes', 'digest', 'added'] as const;
type Row = Pick<Selectable<Schema['page']>, (typeof COLUMNS)[number]>;

function pageOf({ url, title, ...rest }: Row): StoredPage {
  return { ...rest, ...(url === null ? {} : { url }), ...(title === null ? {} : { title }) };
}
