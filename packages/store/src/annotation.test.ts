import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  addCorpus,
  addPage,
  findCorpus,
  readCorpora,
  readPage,
  readPageBytes,
  readPages,
  removeCorpus,
  removePage,
} from './corpora.js';
import {
  type LabelOperation,
  readAnnotationStates,
  readLabelHistory,
  readPageAnnotation,
  type StoredLabel,
  saveLabels,
} from './labels.js';
import { openStore } from './open.js';
import { onBothDatabases } from './testing/stores.js';
import { addUpload, readUpload, removeOldUploads, removeUpload } from './uploads.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const on = (node: number, label: string | null, more: Partial<LabelOperation> = {}): LabelOperation => ({
  id: randomUUID(),
  node,
  label,
  ...more,
});

onBothDatabases(address => {
  const open = async () => {
    const store = await openStore(address());
    await addCorpus(store, { name: 'news', title: 'News', task: 'content' });
    const add = async (text: string, more = {}) =>
      (await addPage(store, { corpus: 'news', bytes: bytes(text), ...more }))!;
    const labelsOf = async (page: string, annotator: string) =>
      (await readPageAnnotation(store, page, annotator)).labels;
    return { store, add, labelsOf };
  };

  it('rejects a corpus name that is taken', async () => {
    const { store } = await open();
    expect(await addCorpus(store, { name: 'news', title: 'Other', task: 'leaves' })).toBe(false);
    expect(await addCorpus(store, { name: 'forum', title: 'Forum', task: 'roles' })).toBe(true);
    expect((await readCorpora(store)).map(({ name, title, pages }) => [name, title, pages])).toEqual([
      ['forum', 'Forum', 0],
      ['news', 'News', 0],
    ]);
    expect(await findCorpus(store, 'none')).toBeUndefined();
    await store.close();
  });

  it('returns the bytes of a page unchanged and adds the same bytes once', async () => {
    const { store, add } = await open();
    const raw = Uint8Array.from({ length: 3000 }, (_, i) => (i * 7) % 256);
    const { page, added } = (await addPage(store, {
      corpus: 'news',
      bytes: raw,
      url: 'https://a.org/1',
      title: 'A page',
    }))!;
    expect(added).toBe(true);
    expect(Buffer.from((await readPageBytes(store, page.id))!)).toEqual(Buffer.from(raw));
    expect(await readPage(store, page.id)).toEqual(page);
    expect(page).toMatchObject({ bytes: 3000, url: 'https://a.org/1', title: 'A page', seq: 1 });
    const again = (await addPage(store, { corpus: 'news', bytes: raw, name: 'other' }))!;
    expect(again).toEqual({ page, added: false });
    await addCorpus(store, { name: 'two', title: 'Two', task: 'content' });
    const elsewhere = (await addPage(store, { corpus: 'two', bytes: raw }))!;
    expect(elsewhere.page.id).not.toBe(page.id);
    expect(await addPage(store, { corpus: 'none', bytes: raw })).toBeUndefined();
    expect((await add('x')).page.url).toBeUndefined();
    await store.close();
  });

  it('adds a suffix to a page name that is taken', async () => {
    const { store, add } = await open();
    expect((await add('one', { name: 'index' })).page.name).toBe('index');
    const { page } = await add('two', { name: 'index' });
    expect(page.name).toBe(`index-${page.id}`);
    await store.close();
  });

  it('adds pages concurrently without losing any', async () => {
    const { store, add } = await open();
    await Promise.all(Array.from({ length: 12 }, (_, i) => add(`page ${i % 10}`, { name: 'same' })));
    const pages = await readPages(store, 'news');
    expect(pages).toHaveLength(10);
    expect(new Set(pages.map(({ name }) => name)).size).toBe(10);
    const first = await readPages(store, 'news', { limit: 4 });
    const rest = await readPages(store, 'news', { after: first.at(-1)!.seq });
    expect([...first, ...rest]).toEqual(pages);
    await store.close();
  });

  it('applies the last operation on each place', async () => {
    const { store, add, labelsOf } = await open();
    const { id: page } = (await add('page')).page;
    await saveLabels(store, {
      page,
      annotator: 'ann',
      operations: [
        on(4, 'noise'),
        on(4, 'main content', { scope: 'subtree' }),
        on(4, 'title', { start: 0, end: 5 }),
        on(9, 'noise'),
        on(7, 'noise'),
      ],
    });
    const state = await saveLabels(store, {
      page,
      annotator: 'ann',
      operations: [on(9, null), on(7, 'title'), on(8, null)],
      done: true,
    });
    expect(state).toMatchObject({ revision: 2, count: 3, done: true });
    expect(await labelsOf(page, 'ann')).toEqual([
      { node: 4, label: 'main content', scope: 'subtree' },
      { node: 4, start: 0, end: 5, label: 'title', scope: 'node' },
      { node: 7, label: 'title', scope: 'node' },
    ]);
    expect(await labelsOf(page, 'bob')).toEqual([]);
    expect((await findCorpus(store, 'news'))?.labelled).toEqual({ ann: 1 });
    expect(await saveLabels(store, { page: 'none', annotator: 'ann', operations: [] })).toBeUndefined();
    await store.close();
  });

  it('applies a repeated operation once', async () => {
    const { store, add, labelsOf } = await open();
    const { id: page } = (await add('page')).page;
    const first = on(4, 'title');
    const save = { page, annotator: 'ann', operations: [first] };
    expect((await saveLabels(store, save))?.revision).toBe(1);
    await saveLabels(store, { page, annotator: 'ann', operations: [on(4, 'noise')] });
    expect((await saveLabels(store, save))?.revision).toBe(2); // retried by a caller that missed the response
    expect(await labelsOf(page, 'ann')).toEqual([{ node: 4, label: 'noise', scope: 'node' }]);
    // Ids are unique per annotator.
    await saveLabels(store, { page, annotator: 'bob', operations: [first] });
    expect(await labelsOf(page, 'bob')).toEqual([{ node: 4, label: 'title', scope: 'node' }]);
    await store.close();
  });

  it('keeps all operations, in order, of two annotators who save concurrently', async () => {
    const { store, add, labelsOf } = await open();
    const { id: page } = (await add('page')).page;
    const rounds = 25;
    const saves = Array.from({ length: rounds }, (_, i) =>
      ['ann', 'bob'].map(annotator =>
        saveLabels(store, {
          page,
          annotator,
          operations: [on(i, `${annotator} ${i}`), on(999, `last ${i}`)],
        }),
      ),
    );
    await Promise.all(saves.flat());
    for (const annotator of ['ann', 'bob']) {
      const labels = await labelsOf(page, annotator);
      const history = await readLabelHistory(store, page, annotator);
      expect(history).toHaveLength(2 * rounds);
      expect(labels.slice(0, rounds)).toEqual(
        Array.from({ length: rounds }, (_, i) => ({ node: i, label: `${annotator} ${i}`, scope: 'node' })),
      );
      expect(replayed(history)).toEqual(labels);
    }
    expect((await readAnnotationStates(store, [page])).map(({ revision }) => revision)).toEqual([
      rounds,
      rounds,
    ]);
    await store.close();
  });

  it('saves from two connections to one store without losing labels', async () => {
    const place = address();
    const [one, two] = [await openStore(place), await openStore(place)];
    await addCorpus(one, { name: 'news', title: 'News', task: 'content' });
    const { page } = (await addPage(one, { corpus: 'news', bytes: bytes('page') }))!;
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        saveLabels(i % 2 ? one : two, { page: page.id, annotator: 'ann', operations: [on(i, 'noise')] }),
      ),
    );
    const { labels, revision } = await readPageAnnotation(one, page.id, 'ann');
    expect([labels.length, revision]).toEqual([20, 20]);
    await Promise.all([one.close(), two.close()]);
  });

  it('rolls back a save that fails', async () => {
    const { store, add, labelsOf } = await open();
    const { id: page } = (await add('page')).page;
    await saveLabels(store, { page, annotator: 'ann', operations: [on(1, 'title')] });
    const broken = on(3, 'noise', { scope: null as never });
    const failing = { page, annotator: 'ann', operations: [on(2, 'noise'), on(1, null), broken] };
    await expect(saveLabels(store, failing)).rejects.toThrow();
    expect(await labelsOf(page, 'ann')).toEqual([{ node: 1, label: 'title', scope: 'node' }]);
    expect(await readLabelHistory(store, page, 'ann')).toHaveLength(1);
    await store.close();
  });

  it('lists the pages that an annotator has not finished', async () => {
    const { store, add } = await open();
    const pages = [await add('1'), await add('2'), await add('3')].map(({ page }) => page.id);
    await saveLabels(store, { page: pages[1]!, annotator: 'ann', operations: [], done: true });
    await saveLabels(store, { page: pages[2]!, annotator: 'ann', operations: [on(1, 'noise')] });
    const ids = async (state: 'todo' | 'done', annotator: string) =>
      (await readPages(store, 'news', { state, annotator })).map(({ id }) => pages.indexOf(id));
    expect(await ids('todo', 'ann')).toEqual([0, 2]);
    expect(await ids('done', 'ann')).toEqual([1]);
    expect(await ids('todo', 'bob')).toEqual([0, 1, 2]);
    await store.close();
  });

  it('stores uploads until they are removed', async () => {
    const { store } = await open();
    const file = Buffer.alloc(9 * 2 ** 20, 'pages ');
    const id = await addUpload(store, file);
    const read = async () => {
      const parts: Uint8Array[] = [];
      for await (const part of readUpload(store, id)) parts.push(part);
      return Buffer.concat(parts);
    };
    expect((await read()).equals(file)).toBe(true);
    await removeOldUploads(store, new Date(Date.now() - 60_000));
    expect(await read()).toHaveLength(file.length);
    await removeOldUploads(store, new Date(Date.now() + 60_000));
    expect(await read()).toHaveLength(0);
    const other = await addUpload(store, file.subarray(0, 10));
    await removeUpload(store, other);
    expect((await readUpload(store, other).next()).done).toBe(true);
    await store.close();
  });

  it('removes a page and a corpus with their labels', async () => {
    const { store, add, labelsOf } = await open();
    const [one, two] = [(await add('1')).page.id, (await add('2')).page.id];
    for (const page of [one, two])
      await saveLabels(store, { page, annotator: 'ann', operations: [on(1, 'x')] });
    expect(await removePage(store, one)).toBe(true);
    expect(await removePage(store, one)).toBe(false);
    expect(await labelsOf(one, 'ann')).toEqual([]);
    expect(await labelsOf(two, 'ann')).toHaveLength(1);
    expect(await removeCorpus(store, 'news')).toBe(true);
    for (const table of ['page', 'annotation', 'label', 'label_operation']) {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
        store.db,
      );
      expect([table, Number(rows[0]?.n)]).toEqual([table, 0]);
    }
    await store.close();
  });
});

/** The current labels, computed by replaying all operations. */
function replayed(history: readonly LabelOperation[]): StoredLabel[] {
  const places = new Map<number, StoredLabel>();
  for (const { node, label, scope = 'node' } of history) {
    if (label === null) places.delete(node);
    else places.set(node, { node, label, scope });
  }
  return [...places.values()].sort((a, b) => a.node - b.node);
}
