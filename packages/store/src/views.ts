import { gunzipSync, gzipSync } from 'node:zlib';
import type { PageViewTable } from './schema.js';
import type { Store } from './store.js';

/** A page that somebody read, without its bytes. */
export interface StoredView {
  readonly id: string;
  readonly url?: string;
  readonly title?: string;
  readonly bytes: number;
  readonly corrections?: ViewCorrections;
  /** The report that the corrections became. */
  readonly report?: string;
  readonly createdBy: string;
  readonly created: string;
  readonly opened: string;
}

/** Blocks that a reader took in and out, by text nodes in them. */
export interface ViewCorrections {
  readonly keep: readonly number[];
  readonly drop: readonly number[];
}

/** A page to keep. */
export interface NewView {
  readonly id: string;
  readonly url?: string;
  readonly title?: string;
  readonly charset?: string;
  readonly bytes: Uint8Array;
  readonly createdBy: string;
}

/** How much is kept for each reader. */
export interface ViewLimits {
  readonly views: number;
  /** Compressed. */
  readonly bytes: number;
}

const HEAD = [
  'id',
  'url',
  'title',
  'bytes',
  'corrections',
  'report',
  'created_by',
  'created',
  'opened',
] as const;

/** Keeps a page that is read; of the same reader, those not opened for longest go where it becomes too much. */
export async function addView({ db }: Store, view: NewView, limits: ViewLimits): Promise<void> {
  const now = new Date().toISOString();
  const { id, url = null, title = null, charset = null, bytes, createdBy } = view;
  await db
    .insertInto('page_view')
    .values({
      id,
      url,
      title,
      charset,
      bytes: bytes.length,
      content: gzipSync(bytes),
      corrections: null,
      report: null,
      created_by: createdBy,
      created: now,
      opened: now,
    })
    .execute();
  const all = await db
    .selectFrom('page_view')
    .select(({ fn }) => ['id', fn<number>('length', ['content']).as('size')])
    .where('created_by', '=', createdBy)
    .orderBy('opened', 'desc')
    .execute();
  let kept = 0;
  const gone = all.filter(({ size }, place) => {
    kept += Number(size);
    return place > 0 && (place >= limits.views || kept > limits.bytes);
  });
  if (gone.length === 0) return;
  await db
    .deleteFrom('page_view')
    .where(
      'id',
      'in',
      gone.map(own => own.id),
    )
    .execute();
}

/** Pages that a reader read, the latest first; those of one address where it is named. */
export async function listViews(
  { db }: Store,
  {
    createdBy,
    url,
    limit = 100,
  }: { readonly createdBy: string; readonly url?: string; readonly limit?: number },
): Promise<StoredView[]> {
  let rows = db
    .selectFrom('page_view')
    .select(HEAD)
    .where('created_by', '=', createdBy)
    .orderBy('opened', 'desc')
    .limit(limit);
  if (url !== undefined) rows = rows.where('url', '=', url);
  return (await rows.execute()).map(fromRow);
}

/** All pages that were read whose address passes a test, without their bytes. */
export async function viewsWhere({ db }: Store, passes: (url: string) => boolean): Promise<StoredView[]> {
  const rows = await db
    .selectFrom('page_view')
    .select(HEAD)
    .where('url', 'is not', null)
    .orderBy('opened', 'desc')
    .execute();
  return rows.filter(({ url }) => passes(url!)).map(fromRow);
}

/** A page that was read, or undefined. */
export async function readView({ db }: Store, id: string): Promise<StoredView | undefined> {
  const row = await db.selectFrom('page_view').select(HEAD).where('id', '=', id).executeTakeFirst();
  return row && fromRow(row);
}

/** The bytes of a page that was read, and the encoding that its transport named. */
export async function readViewBytes(
  { db }: Store,
  id: string,
): Promise<{ readonly bytes: Uint8Array; readonly url?: string; readonly charset?: string } | undefined> {
  const row = await db
    .selectFrom('page_view')
    .select(['content', 'url', 'charset'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { content, url, charset } = row;
  return {
    bytes: gunzipSync(content),
    ...(url === null ? {} : { url }),
    ...(charset === null ? {} : { charset }),
  };
}

/** What changes about a page that was read. */
export interface ViewChange {
  readonly title?: string;
  readonly opened?: string;
  readonly corrections?: ViewCorrections | null;
  readonly report?: string | null;
}

/** Changes what is known of a page that was read; says whether there is one. */
export async function changeView({ db }: Store, id: string, change: ViewChange): Promise<boolean> {
  const { corrections, ...rest } = change;
  const set = {
    ...rest,
    ...(corrections === undefined ? {} : { corrections: corrections && JSON.stringify(corrections) }),
  };
  const { numUpdatedRows } = await db
    .updateTable('page_view')
    .set(set)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Forgets one page that a reader read, or all of them; says how many. */
export async function removeViews({ db }: Store, createdBy: string, id?: string): Promise<number> {
  let query = db.deleteFrom('page_view').where('created_by', '=', createdBy);
  if (id !== undefined) query = query.where('id', '=', id);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

type Row = Pick<PageViewTable, (typeof HEAD)[number]>;

function fromRow({ url, title, corrections, report, created_by, ...row }: Row): StoredView {
  return {
    ...row,
    createdBy: created_by,
    ...(url === null ? {} : { url }),
    ...(title === null ? {} : { title }),
    ...(corrections === null ? {} : { corrections: JSON.parse(corrections) as ViewCorrections }),
    ...(report === null ? {} : { report }),
  };
}
