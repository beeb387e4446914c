import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from './corpus.js';
import { cachedCorpusDigest, corpusDigest } from './digest.js';
import { pageDigest, readLabels, writeLabels } from './labels.js';
import { readCorpus } from './read.js';
import { writeCorpus } from './write.js';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-write-'));
});
afterEach(() => rm(dir, { recursive: true }));

const page = (id: string, html = `<p>${id}</p>`): Page => ({
  id,
  text: `gold of ${id}`,
  html: Buffer.from(html),
});
const collect = async <T>(items: AsyncIterable<T>) => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

describe('writeCorpus', () => {
  it('writes a corpus that readCorpus reads unchanged', async () => {
    const pages: Page[] = [
      { ...page('a'), url: 'https://x.org/', with: ['line\nbreak', '\u2028'], author: ['A'] },
      page('b', '\u0000\ufffd bytes'),
    ];
    expect(await writeCorpus(join(dir, 'new/corpus'), pages)).toBe(2);
    const read = await collect(readCorpus(join(dir, 'new/corpus')));
    expect(read.map(item => ({ ...item, html: Buffer.from(item.html) }))).toEqual(pages);
    expect(await readdir(join(dir, 'new'))).toEqual(['corpus']);
  });

  it('leaves no files after a failure', async () => {
    const pages = function* () {
      yield page('a');
      throw new Error('the source broke');
    };
    await expect(writeCorpus(join(dir, 'corpus'), pages())).rejects.toThrow('the source broke');
    expect(await readdir(dir)).toEqual([]);
  });

  it('refuses unsafe and repeated ids', async () => {
    await expect(writeCorpus(join(dir, 'c'), [page('../a')])).rejects.toThrow(/cannot be a file name/);
    await expect(writeCorpus(join(dir, 'c'), [page('a'), page('a')])).rejects.toThrow(
      /Two pages have the id “a”/,
    );
  });

  it('does not write to a non-empty folder', async () => {
    await writeFile(join(dir, 'mine.txt'), 'x');
    await expect(writeCorpus(dir, [page('a')])).rejects.toThrow(/is not empty: it has 1 entries/);
    expect(await readdir(dir)).toEqual(['mine.txt']);
  });
});

describe('corpusDigest', () => {
  it('is the same for the same pages and differs when one byte does', async () => {
    await writeCorpus(join(dir, 'one'), [page('a'), page('b')]);
    await writeCorpus(join(dir, 'two'), [page('a'), page('b')]);
    await writeCorpus(join(dir, 'three'), [page('a'), page('b', '<p>c</p>')]);
    const [one, two, three] = await Promise.all(
      ['one', 'two', 'three'].map(name => corpusDigest(join(dir, name))),
    );
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(two).toBe(one);
    expect(three).not.toBe(one);
  });

  it('is cached until a file changes', async () => {
    const cache = join(dir, 'cache/digests.json');
    const corpus = join(dir, 'corpus');
    await writeCorpus(corpus, [page('a')]);
    const first = await cachedCorpusDigest(corpus, cache);
    expect(first).toBe(await corpusDigest(corpus));
    const remembered = (await readFile(cache, 'utf8')).replace(first, 'remembered');
    await writeFile(cache, remembered);
    expect(await cachedCorpusDigest(corpus, cache)).toBe('remembered');
    await writeFile(join(corpus, 'pages.jsonl'), '{"id":"a","text":"other"}\n');
    expect(await cachedCorpusDigest(corpus, cache)).toBe(await corpusDigest(corpus));
  });

  it('covers gold Markdown', async () => {
    const corpus = join(dir, 'corpus');
    await writeCorpus(corpus, [page('a')]);
    const before = await cachedCorpusDigest(corpus, join(dir, 'cache.json'));
    await mkdir(join(corpus, 'gold'));
    await writeFile(join(corpus, 'gold/a.md'), '# A');
    expect(await cachedCorpusDigest(corpus, join(dir, 'cache.json'))).not.toBe(before);
  });

  it('ignores a broken cache', async () => {
    await writeCorpus(join(dir, 'corpus'), [page('a')]);
    await writeFile(join(dir, 'cache.json'), '[1');
    const digest = await cachedCorpusDigest(join(dir, 'corpus'), join(dir, 'cache.json'));
    expect(digest).toBe(await corpusDigest(join(dir, 'corpus')));
  });
});

describe('labels', () => {
  const html = Buffer.from('<p>a</p>');

  it('are read back for their page', async () => {
    const labels = { id: 'a', digest: pageDigest(html), nodes: { 3: 'title', 7: 'paragraph' } };
    await writeLabels(dir, labels);
    expect(await readLabels(dir, { id: 'a', html })).toEqual(labels);
    expect(await readLabels(dir, { id: 'b', html })).toBeUndefined();
    expect(await readdir(join(dir, 'labels'))).toEqual(['a.json']);
  });

  it('are refused on other bytes', async () => {
    await writeLabels(dir, { id: 'a', digest: pageDigest(html), nodes: {} });
    await expect(readLabels(dir, { id: 'a', html: Buffer.from('<p>b</p>') })).rejects.toThrow(
      /Label the page again/,
    );
  });

  it('are refused if invalid', async () => {
    await writeLabels(dir, { id: 'a', digest: 'x', nodes: {} });
    for (const text of [
      '{',
      'null',
      '{"id":"a","digest":"x","nodes":{"p":"title"}}',
      '{"id":"a","nodes":{}}',
    ]) {
      await writeFile(join(dir, 'labels/a.json'), text);
      await expect(readLabels(dir, { id: 'a', html })).rejects.toMatchObject({ code: 'bad-labels' });
    }
    await expect(readLabels(dir, { id: '../a', html })).rejects.toThrow(/cannot be a file name/);
  });
});
