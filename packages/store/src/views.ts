import { gunzipSync, gzipSync } from 'node:zlib';
import { present } from './rows.js';
import type { PageViewTable } from './schema.js';
import type { Store } from './store.js';

export interface ViewVersion {
  readonly view: string;
  readonly created: string;
}

export interface StoredView {
  /** Random: everyone who has it can read the page. */
  readonly id: string;
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  readonly bytes: number;
  readonly corrections?: ViewCorrections | undefined;
  /** Id of the feedback made from the corrections. */
  readonly report?: string | undefined;
  readonly createdBy: string;
  readonly created: string;
  /** Time when the page was last opened. */
  readonly opened: string;
}

export interface ReadPage extends StoredView {
  readonly versions: readonly ViewVersion[];
}

/** Blocks that a reader added and removed, each by the id of one of its text nodes. */
export interface ViewCorrections {
  readonly keep: number[];
  readonly drop: number[];
}

export interface NewView {
  readonly id: string;
  readonly url?: string | undefined;
  /** Encoding from the Content-Type header. */
  readonly charset?: string | undefined;
  readonly bytes: Uint8Array;
  readonly createdBy: string;
}

export interface ViewLimits {
  readonly views: number;
  /** Sum of the compressed sizes. */
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

/** Adds a page and removes the least recently opened ones beyond the limits. The new page is kept and sorted first. */
export async function addView({ db }: Store, view: NewView, limits: ViewLimits): Promise<void> {
  const latest = await db
    .selectFrom('page_view')
    .select(({ fn }) => fn.max('opened').as('opened'))
    .where('created_by', '=', view.createdBy)
    .executeTakeFirst();
  const after = latest?.opened ? Date.parse(latest.opened) + 1 : 0;
  const now = new Date(Math.max(Date.now(), after)).toISOString();
  const { bytes, createdBy, ...rest } = view;
  const size = { bytes: bytes.length, content: gzipSync(bytes) };
  await db
    .insertInto('page_view')
    .values({ ...rest, ...size, created_by: createdBy, created: now, opened: now })
    .execute();
  const all = await db
    .selectFrom('page_view')
    .select(({ fn }) => ['id', fn<number>('length', ['content']).as('size')])
    .where('created_by', '=', createdBy)
    .orderBy('opened', 'desc')
    .execute();
  let total = 0;
  const gone = all.filter(({ size }, index) => {
    total += size;
    return index > 0 && (index >= limits.views || total > limits.bytes);
  });
  const ids = gone.map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom('page_view').where('id', 'in', ids).execute();
}

/** The latest version of a page in a reader's history: by address or, without one, with the same content. */
export async function sameView(
  { db }: Store,
  { createdBy, url, bytes }: Pick<NewView, 'createdBy' | 'url' | 'bytes'>,
): Promise<{ readonly view: StoredView; readonly isEqual: boolean } | undefined> {
  const own = db
    .selectFrom('page_view')
    .select([...HEAD, 'content'])
    .where('created_by', '=', createdBy);
  const same =
    url === undefined
      ? own.where('url', 'is', null).where('bytes', '=', bytes.length)
      : own.where('url', '=', url);
  const rows = await same
    .orderBy('created', 'desc')
    .limit(url === undefined ? 20 : 1)
    .execute();
  for (const { content, ...row } of rows) {
    const isEqual = row.bytes === bytes.length && gunzipSync(content).equals(bytes);
    if (isEqual || url !== undefined) return { view: fromRow(row), isEqual };
  }
  return undefined;
}

/** The pages of a reader, one for each address, most recently opened first. */
export async function listViews(
  { db }: Store,
  {
    createdBy,
    url,
    limit = 100,
  }: { readonly createdBy: string; readonly url?: string | undefined; readonly limit?: number },
): Promise<ReadPage[]> {
  let rows = db
    .selectFrom('page_view')
    .select(HEAD)
    .where('created_by', '=', createdBy)
    .orderBy('created', 'desc');
  if (url !== undefined) rows = rows.where('url', '=', url);
  const pages = new Map<string, StoredView[]>();
  for (const view of (await rows.execute()).map(fromRow)) {
    const address = view.url ?? view.id;
    const known = pages.get(address);
    if (known === undefined) pages.set(address, [view]);
    else known.push(view);
  }
  return [...pages.values()]
    .map(views => {
      const versions = views.map(({ id, created }) => ({ view: id, created }));
      const opened = views.reduce((latest, view) => (view.opened > latest ? view.opened : latest), '');
      return { ...views[0]!, opened, versions };
    })
    .sort((a, b) => (a.opened < b.opened ? 1 : -1))
    .slice(0, limit);
}

export async function viewsWhere({ db }: Store, passes: (url: string) => boolean): Promise<StoredView[]> {
  const rows = await db
    .selectFrom('page_view')
    .select(HEAD)
    .where('url', 'is not', null)
    .orderBy('opened', 'desc')
    .execute();
  return rows.filter(({ url }) => passes(url!)).map(fromRow);
}

export async function readView({ db }: Store, id: string): Promise<StoredView | undefined> {
  const row = await db.selectFrom('page_view').select(HEAD).where('id', '=', id).executeTakeFirst();
  return row && fromRow(row);
}

/** The bytes of a page and the encoding from its Content-Type header. */
export async function readViewBytes(
  { db }: Store,
  id: string,
): Promise<
  | { readonly bytes: Uint8Array; readonly url?: string | undefined; readonly charset?: string | undefined }
  | undefined
> {
  const row = await db
    .selectFrom('page_view')
    .select(['content', 'url', 'charset'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { content, ...rest } = row;
  return { bytes: gunzipSync(content), ...present(rest) };
}

export interface ViewChange {
  readonly title?: string;
  readonly opened?: string;
  readonly corrections?: ViewCorrections | null;
  readonly report?: string | null;
}

/** Returns false if the view does not exist. */
export async function changeView({ db }: Store, id: string, change: ViewChange): Promise<boolean> {
  const { corrections, ...rest } = change;
  const { numUpdatedRows } = await db
    .updateTable('page_view')
    .set({ ...rest, corrections: corrections && JSON.stringify(corrections) })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes one page with all its versions, or all pages. Returns the removed views. */
export async function removeViews(store: Store, createdBy: string, id?: string): Promise<string[]> {
  const { db } = store;
  const page = id === undefined ? undefined : await readView(store, id);
  if (id !== undefined && page === undefined) return [];
  let query = db.deleteFrom('page_view').where('created_by', '=', createdBy);
  if (page !== undefined) {
    query = page.url === undefined ? query.where('id', '=', page.id) : query.where('url', '=', page.url);
  }
  return (await query.returning('id').execute()).map(row => row.id);
}

type HeadRow = Pick<PageViewTable, (typeof HEAD)[number]>;

function fromRow({ corrections, created_by, ...row }: HeadRow): StoredView {
  return {
    ...present(row),
    createdBy: created_by,
    corrections: corrections === null ? undefined : (JSON.parse(corrections) as ViewCorrections),
  };
}
