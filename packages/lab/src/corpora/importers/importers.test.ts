import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CorpusProblem, Page } from '../corpus.js';
import type { ImportOptions } from './datasets.js';
import { type ImporterName, importers } from './importers.js';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-import-'));
});
afterEach(() => rm(dir, { recursive: true }));

async function files(contents: Record<string, string | Uint8Array>): Promise<void> {
  for (const [name, content] of Object.entries(contents)) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), content);
  }
}

async function importAll(layout: ImporterName, source = '.', options: ImportOptions = {}) {
  const problems: CorpusProblem[] = [];
  const pages: (Omit<Page, 'html'> & { html: string })[] = [];
  const all = importers[layout](join(dir, source), {
    onProblem: problem => problems.push(problem),
    ...options,
  });
  for await (const page of all) pages.push({ ...page, html: Buffer.from(page.html).toString('latin1') });
  return { pages, problems };
}

describe('dragnet', () => {
  it('splits content and comments at the marker and its variants', async () => {
    await files({
      'HTML/a.html': '<p>a</p>',
      'Corrected/a.html.corrected.txt': 'The content.\n\n!@#$%^&*()  COMMENTS\nFirst one.\n\nSecond\none.\n',
      'HTML/b.html': '<p>b</p>',
      'Corrected/b.html.corrected.txt': 'Content (with * and !).\r\n!@ $%^&*() COMMENTS\r\nOnly one.',
      'HTML/c.html': '<p>c</p>',
      'Corrected/c.html.corrected.txt': Buffer.from('No COMMENTS here, caf\xe9.', 'latin1'),
      'HTML/.DS_Store': 'x',
    });
    const { pages, problems } = await importAll('dragnet');
    expect(pages).toEqual([
      { id: 'a', html: '<p>a</p>', text: 'The content.', comments: ['First one.', 'Second\none.'] },
      { id: 'b', html: '<p>b</p>', text: 'Content (with * and !).', comments: ['Only one.'] },
      { id: 'c', html: '<p>c</p>', text: 'No COMMENTS here, café.' },
    ]);
    expect(problems).toEqual([]);
  });

  it('reports and skips a page without gold', async () => {
    await files({ 'HTML/a.html': 'x', 'HTML/b.html': 'x', 'Corrected/b.html.corrected.txt': 'b' });
    const { pages, problems } = await importAll('dragnet');
    expect(pages.map(page => page.id)).toEqual(['b']);
    expect(problems).toMatchObject([{ kind: 'missing-gold', id: 'a' }]);
    expect(problems[0]?.message).toContain('a.html.corrected.txt');
  });

  it('explains the layout if folders are missing', async () => {
    await expect(importAll('dragnet')).rejects.toThrow(/contains HTML\/ and Corrected\//);
  });
});

describe('cleaneval', () => {
  const wrapped = '<text id="1" title="A title" encoding="utf-8">\n<html><body>page</body></html>\n</text>\n';

  it('removes the wrapper, the URL line and the marks', async () => {
    await files({
      'en_original/1.html': wrapped,
      'en_cleaned/1-cleaned.txt':
        'URL: http://example.org/x\n\n<h>Heading\n\n<p>A paragraph.\n<l>An <b>item</b>',
    });
    const { pages } = await importAll('cleaneval');
    expect(pages).toEqual([
      {
        id: '1',
        title: 'A title',
        url: 'http://example.org/x',
        text: 'Heading\nA paragraph.\nAn <b>item</b>',
        html: '\n<html><body>page</body></html>\n',
      },
    ]);
  });

  it('finds gold beside the page and in the folders of the final set', async () => {
    await files({ '2.html': '<p>bare</p>', '2.cleaned.txt': '<p>two' });
    expect((await importAll('cleaneval')).pages).toEqual([{ id: '2', text: 'two', html: '<p>bare</p>' }]);
    await files({ 'finalrun-input/3.html': wrapped, 'GoldStandard/3.txt': '<p>three' });
    expect((await importAll('cleaneval')).pages).toMatchObject([{ id: '3', text: 'three' }]);
  });

  it('reports a page without gold with the names it tried', async () => {
    await files({ 'input/1.html': wrapped });
    const { problems } = await importAll('cleaneval');
    expect(problems).toMatchObject([{ kind: 'missing-gold', id: '1' }]);
    expect(problems[0]?.message).toContain('1-cleaned.txt');
  });

  it('throws without any page', async () => {
    await expect(importAll('cleaneval')).rejects.toThrow(/No \.html file/);
  });
});

describe('article-extraction-benchmark', () => {
  it('reads ground truth and pages', async () => {
    await files({
      'ground-truth.json': JSON.stringify({
        one: { articleBody: 'Body.', url: 'https://example.org/' },
        two: { articleBody: 'Other.' },
        gone: { articleBody: 'x' },
        bare: {},
        '../up': { articleBody: 'x' },
      }),
      'html/one.html.gz': gzipSync('<p>Body.</p>'),
      'html/two.html.gz': gzipSync('<p>Other.</p>'),
    });
    const { pages, problems } = await importAll('article-extraction-benchmark');
    expect(pages).toEqual([
      { id: 'one', type: 'article', text: 'Body.', url: 'https://example.org/', html: '<p>Body.</p>' },
      { id: 'two', type: 'article', text: 'Other.', html: '<p>Other.</p>' },
    ]);
    expect(problems.map(({ kind, id }) => [kind, id])).toEqual([
      ['missing-html', 'gone'],
      ['missing-gold', 'bare'],
      ['unsafe-id', '../up'],
    ]);
    expect((await importAll('article-extraction-benchmark', '.', { limit: 1 })).pages).toHaveLength(1);
  });

  it('reads sets in the same format: other names of the files, and further fields', async () => {
    await files({
      'articles.json': JSON.stringify({
        one: {
          articleBody: 'Body.',
          title: 'One',
          authors: 'E. Marlow',
          publish_date: '2025-01-15',
          with: ['Body'],
          without: ['Menu'],
        },
        two: { articleBody: 'Other.', title: ' ', with: 'no list' },
      }),
      'html/one.html': '<p>Body.</p>',
      'html/two.html': '<p>Other.</p>',
    });
    const { pages } = await importAll('article-extraction-benchmark');
    expect(pages).toEqual([
      {
        id: 'one',
        type: 'article',
        text: 'Body.',
        title: 'One',
        author: 'E. Marlow',
        date: '2025-01-15',
        with: ['Body'],
        without: ['Menu'],
        html: '<p>Body.</p>',
      },
      { id: 'two', type: 'article', text: 'Other.', html: '<p>Other.</p>' },
    ]);
  });

  it('refuses invalid ground truth', async () => {
    await files({ 'ground-truth.json': '[]' });
    await expect(importAll('article-extraction-benchmark')).rejects.toThrow(/not an object.*articleBody/);
  });

  it('throws a problem without a listener', async () => {
    await files({ 'ground-truth.json': '{"a":{}}' });
    const all = importers['article-extraction-benchmark'](dir);
    await expect(all.next()).rejects.toThrow(/“a” has no articleBody/);
  });
});

describe('combined', () => {
  it('reads the ground truth of a set and its pages', async () => {
    await files({
      'ground-truth/cetd.jsonl': [
        '{"page_id":"a1","plaintext":"Text.","url":"https://example.org/","source":["cetd"]}',
        '{"page_id":"b2","plaintext":"Other."}',
        '{"page_id":"../up","plaintext":"x"}',
        'nonsense',
      ].join('\n'),
      'html/cetd/a1.html': '<p>Text.</p>',
    });
    const { pages, problems } = await importAll('combined', 'ground-truth/cetd.jsonl');
    expect(pages).toEqual([{ id: 'a1', text: 'Text.', url: 'https://example.org/', html: '<p>Text.</p>' }]);
    expect(problems.map(({ kind, line }) => [kind, line])).toEqual([
      ['missing-html', 2],
      ['broken-line', 3],
      ['broken-line', 4],
    ]);
  });

  it('names the expected file if it is missing', async () => {
    await expect(importAll('combined', 'none.jsonl')).rejects.toThrow(/ground-truth\/<set>\.jsonl/);
  });
});

describe('csv', () => {
  const MARK = '\xef\xbb\xbf';

  it('reads quoted cells, line ends inside them, lists, and mapped columns', async () => {
    await files({
      'pages.csv':
        '\uFEFFkey,body,with,html,extra\r\n' +
        'a,"He said ""yes"",\ntwice","[""x"",""y""]","<p class=""c"">a</p>",1\r\n' +
        '\r\n' +
        'b,plain,"one\ntwo",<p>b</p>,2\r\n',
    });
    const { pages, problems } = await importAll('csv', 'pages.csv', { columns: { id: 'key', text: 'body' } });
    expect(problems).toEqual([]);
    expect(pages).toEqual([
      { id: 'a', text: 'He said "yes",\ntwice', with: ['x', 'y'], html: `${MARK}<p class="c">a</p>` },
      { id: 'b', text: 'plain', with: ['one', 'two'], html: `${MARK}<p>b</p>` },
    ]);
  });

  it('reads pages from files inside its folder and none from outside', async () => {
    await files({
      'table/pages.csv':
        'id;file;text\na;pages/a.html;x\nb;pages/b.html.gz;x\nc;../secret.html;x\nd;pages/no.html;x\ne;;x',
      'table/pages/a.html': '<p>a</p>',
      'table/pages/b.html.gz': gzipSync('<p>b</p>'),
      'secret.html': 'secret',
    });
    const { pages, problems } = await importAll('csv', 'table/pages.csv', { separator: ';' });
    expect(pages.map(page => page.html)).toEqual(['<p>a</p>', '<p>b</p>']);
    expect(problems.map(({ kind, line }) => [kind, line])).toEqual([
      ['missing-html', 4],
      ['missing-html', 5],
      ['missing-html', 6],
    ]);
    expect(problems[0]?.message).toContain('outside');
  });

  it('reports broken rows by their first line', async () => {
    await files({
      'x.csv': 'id,text,html\na,x\n"b"c,x,y\nd,"x\ny",<p>\nd,x,<p>\n../e,x,<p>\n,no id,<p>\nf,"open\n',
    });
    const { pages, problems } = await importAll('csv', 'x.csv');
    expect(pages.map(page => page.id)).toEqual(['d', 'line-8']);
    expect(problems.map(({ kind, line }) => [kind, line])).toEqual([
      ['broken-line', 2],
      ['broken-line', 3],
      ['duplicate-id', 6],
      ['unsafe-id', 7],
      ['broken-line', 9],
    ]);
  });

  it('refuses a mapping to a missing column', async () => {
    await files({ 'x.csv': 'id,html\n' });
    await expect(importAll('csv', 'x.csv', { columns: { text: 'body' } })).rejects.toThrow(
      /no column “body”\. Columns: id, html/,
    );
  });
});

describe('jsonl', () => {
  it('reads objects with mapped fields and skips broken lines', async () => {
    await files({
      'x.jsonl': [
        '{"id":7,"content":"gold","html":"<p>a</p>","without":["menu"]}',
        '{"id":"b","content":5,"html":"<p>b</p>"}',
        'nonsense',
        '[]',
        '',
        '{"content":"c","html":"<p>c</p>"}',
      ].join('\n'),
    });
    const { pages, problems } = await importAll('jsonl', 'x.jsonl', { columns: { text: 'content' } });
    expect(pages).toMatchObject([
      { id: '7', text: 'gold', without: ['menu'] },
      { id: 'line-6', text: 'c' },
    ]);
    expect(problems.map(({ kind, line }) => [kind, line])).toEqual([
      ['broken-line', 2],
      ['broken-line', 3],
      ['broken-line', 4],
    ]);
    const limited = await importAll('jsonl', 'x.jsonl', { limit: 1, columns: { text: 'content' } });
    expect(limited.pages).toHaveLength(1);
    expect(limited.problems).toEqual([]);
  });
});
