import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openStore, readChanges, readObservations, readSites } from '@webpith/store';
import { onBothDatabases } from '@webpith/store/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { runBatch } from '../batch/batch.js';
import { ARTICLE_COLUMNS, type ArticleColumn, lineOf } from '../output/row.js';
import { madeSite } from './testing/made-site.js';
import { track } from './track.js';

const root = mkdtempSync(join(tmpdir(), 'pith-track-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A corpus of one day's pages. */
function corpus(name: string, pages: readonly { readonly url: string; readonly html: string }[]): string {
  const folder = join(root, name);
  mkdirSync(join(folder, 'html'), { recursive: true });
  const lines = pages.map(({ url, html }, place) => {
    writeFileSync(join(folder, 'html', `p${place}.html.gz`), gzipSync(html));
    return JSON.stringify({ id: `p${place}`, url, text: 'x' });
  });
  writeFileSync(join(folder, 'pages.jsonl'), `${lines.join('\n')}\n`);
  return folder;
}

const day = (name: string, seed: number, from: number, count: number) =>
  corpus(
    name,
    Array.from({ length: count }, (_, place) => ({
      url: `https://news.example.org/${from + place}`,
      html: madeSite(seed).article(from + place),
    })),
  );
const monday = day('monday', 1, 0, 15);
const tuesday = day('tuesday', 1, 15, 8);
const wednesday = day('wednesday', 99, 23, 8);

onBothDatabases(address => {
  it('learns a site, reports nothing while it is unchanged, and reports a change', async () => {
    const store = address();
    const first = await track([monday, tuesday], { store });
    expect(first).toMatchObject({ pages: 23, known: 0, sites: 1, learned: 1, changes: [] });
    const second = await track([tuesday, wednesday], { store });
    expect(second).toMatchObject({ pages: 8, known: 8, sites: 1, learned: 0 });
    const change = second.changes.find(({ kind }) => kind === 'template')!;
    expect(change).toMatchObject({ site: 'example.org', source: wednesday });
    expect(change.before.map(({ url }) => url)).toContain('https://news.example.org/22');
    expect(change.relabel.every(({ url }) => Number(url?.split('/').at(-1)) >= 23)).toBe(true);
    expect(await track([wednesday], { store })).toMatchObject({ pages: 0, changes: [] });

    const kept = await openStore(store);
    expect((await readChanges(kept, 'example.org')).map(({ kind }) => kind)).toContain('template');
    expect((await readSites(kept)).map(({ site, pages }) => [site, pages])).toEqual([['example.org', 31]]);
    expect((await readObservations(kept, 'example.org'))[0]).toMatchObject({ page: 'p0', seq: 0 });
    await kept.close();
  });
});

describe('inputs', () => {
  it('can be shards of a batch', async () => {
    const rows = (name: string, from: number, authors: string[]) => {
      const folder = join(root, name);
      mkdirSync(folder);
      const lines = Array.from({ length: 15 }, (_, place) =>
        lineOf({
          url: `https://example.com/${from + place}`,
          digest: '0',
          file: 'a.warc',
          offset: from + place,
          length: 1,
          type: 'article',
          confidence: 0.9,
          title: 'A title',
          authors,
          text: 'word '.repeat(300),
        }),
      );
      writeFileSync(join(folder, 'shard-00000.ndjson.gz'), gzipSync(lines.join('')));
      return folder;
    };
    const store = join(root, 'rows.sqlite');
    const { changes, pages } = await track([rows('one', 0, ['Ada']), rows('two', 15, [])], { store });
    expect(pages).toBe(30);
    expect(changes.map(({ kind, message }) => [kind, message])).toEqual([
      ['field authors', 'authors is no longer found on its pages'],
    ]);
  });

  it('can be shards with structure fingerprints, which reveal a new template', async () => {
    const extracted = async (input: string, name: string) => {
      const out = join(root, name);
      await runBatch({ inputs: [input], out, workers: 1, columns: [...ARTICLE_COLUMNS, 'structure'] });
      return out;
    };
    const store = join(root, 'batches.sqlite');
    const learned = await track([await extracted(monday, 'batch-monday')], { store });
    expect(learned).toMatchObject({ pages: 15, changes: [] });
    const { changes } = await track([await extracted(wednesday, 'batch-wednesday')], { store });
    expect(changes.map(({ kind }) => kind)).toContain('template');
  });

  it.each([
    ['fewer', ['title', 'structure']],
    ['fewer', ['text', 'type']],
    ['more', ARTICLE_COLUMNS],
  ] as const)(
    'can be batches with %s columns than before: only common columns are compared',
    async (_, columns) => {
      const some = ['title', 'text', 'type', 'confidence', 'language'] as const;
      const run = async (input: string, name: string, wanted: readonly ArticleColumn[]) => {
        const out = join(root, `${name}-${columns.length}-${columns[0]}`);
        await runBatch({ inputs: [input], out, workers: 1, columns: wanted, format: 'ndjson' });
        return out;
      };
      const first = _ === 'more' ? some : ARTICLE_COLUMNS;
      const store = join(root, `columns-${columns.length}-${columns[0]}.sqlite`);
      const inputs = [await run(monday, 'mon', first), await run(tuesday, 'tue', columns)];
      expect(await track(inputs, { store })).toMatchObject({ pages: 23, changes: [] });
    },
  );

  it('can be one chronological stream with a baseline of a given size', async () => {
    const pages = Array.from({ length: 30 }, (_, place) => ({
      url: `https://example.net/${place}`,
      html: madeSite(place < 20 ? 5 : 6).article(place),
    }));
    const stream = corpus('stream', pages);
    const whole = await track([stream], { store: join(root, 'whole.sqlite') });
    expect(whole.changes).toEqual([]); // the whole stream is the baseline
    const { changes } = await track([stream], { store: join(root, 'stream.sqlite'), baseline: 12 });
    expect(changes.map(({ kind }) => kind)).toContain('template');
  });

  it('can contain unreadable pages, and folders without addresses', async () => {
    const folder = join(root, 'folder');
    mkdirSync(folder);
    for (let place = 0; place < 3; place++)
      writeFileSync(join(folder, `${place}.html`), madeSite(1).article(place));
    writeFileSync(join(folder, 'broken.html.gz'), 'not gzip at all');
    const store = join(root, 'folder.sqlite');
    expect(await track([folder], { store })).toMatchObject({ sites: 1, changes: [] });
    await expect(track([join(root, 'nowhere')], { store })).rejects.toThrow(/cannot read/);
  });
});
