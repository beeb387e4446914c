import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CorpusCounts, CorpusProblem, Page } from './corpus.js';
import { type ReadOptions, readCorpus, readGold } from './read.js';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-read-'));
  await mkdir(join(dir, 'html'));
});
afterEach(() => rm(dir, { recursive: true }));

async function corpus(
  lines: readonly (string | object)[],
  pages: Record<string, string> = {},
): Promise<void> {
  const text = lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  await writeFile(join(dir, 'pages.jsonl'), text);
  for (const [id, html] of Object.entries(pages)) {
    await writeFile(join(dir, 'html', `${id}.html.gz`), gzipSync(html));
  }
}

async function readAll(options: ReadOptions = {}) {
  const problems: CorpusProblem[] = [];
  const pages: Page[] = [];
  const reading = readCorpus(dir, { onProblem: problem => problems.push(problem), ...options });
  let step = await reading.next();
  for (; !step.done; step = await reading.next()) pages.push(step.value);
  return { pages, problems, counts: step.value as CorpusCounts };
}

describe('readCorpus', () => {
  it('reads gold Markdown on request, where it exists', async () => {
    await corpus(
      [
        { id: 'a', text: 'x' },
        { id: 'b', text: 'x' },
      ],
      { a: '', b: '' },
    );
    await mkdir(join(dir, 'gold'));
    await writeFile(join(dir, 'gold', 'a.md'), '# A');
    const read = async (options: ReadOptions) =>
      (await readAll(options)).pages.map(({ markdown }) => markdown);
    expect(await read({ markdown: true })).toEqual(['# A', undefined]);
    expect(await read({})).toEqual([undefined, undefined]);
  });

  it('returns gold fields and raw bytes in the order of the lines', async () => {
    await corpus(
      [
        { id: 'b', text: 'second', url: 'https://x.org/', with: ['a', 'b'], author: ['A', 'B'] },
        { id: 'a', text: 'first', title: null },
      ],
      { a: '<p>a</p>', b: '<p>é</p>' },
    );
    const { pages, problems, counts } = await readAll();
    expect(pages.map(page => page.id)).toEqual(['b', 'a']);
    expect(pages[0]).toMatchObject({ url: 'https://x.org/', with: ['a', 'b'], author: ['A', 'B'] });
    expect(Buffer.from(pages[0]!.html).toString()).toBe('<p>é</p>');
    expect(pages[1]).not.toHaveProperty('title');
    expect(problems).toEqual([]);
    expect(counts).toEqual({ pages: 2, skipped: 0, problems: {} });
  });

  it('does not split a line at U+2028', async () => {
    await corpus(['{"id":"a","text":"one\u2028two\u2029three"}'], { a: 'x' });
    const { pages } = await readAll();
    expect(pages[0]?.text).toBe('one\u2028two\u2029three');
  });

  it('reports a broken line by file and line and skips it', async () => {
    const good = { id: 'a', text: 't' };
    await corpus(['{"id": "x", ', '', good, '[1]', '{"id":"y","text":5}', '{"text":"t"}'], { a: 'x' });
    const { pages, problems, counts } = await readAll();
    expect(pages.map(page => page.id)).toEqual(['a']);
    expect(problems.map(problem => [problem.kind, problem.line])).toEqual([
      ['broken-line', 1],
      ['broken-line', 4],
      ['broken-line', 5],
      ['missing-id', 6],
    ]);
    expect(problems[0]?.message).toContain(`${join(dir, 'pages.jsonl')}:1: not JSON`);
    expect(problems[2]?.message).toContain('“text” must be a string, got number');
    expect(counts).toEqual({ pages: 1, skipped: 4, problems: { 'broken-line': 3, 'missing-id': 1 } });
  });

  it('refuses bytes that are not UTF-8', async () => {
    await writeFile(join(dir, 'pages.jsonl'), Buffer.from('{"id":"a","text":"\xff"}', 'latin1'));
    const { problems } = await readAll();
    expect(problems).toMatchObject([{ kind: 'broken-line', line: 1 }]);
  });

  it('skips the second page of an id and reports the line of the first', async () => {
    await corpus(
      [
        { id: 'a', text: '1' },
        { id: 'a', text: '2' },
      ],
      { a: 'x' },
    );
    const { pages, problems } = await readAll();
    expect(pages.map(page => page.text)).toEqual(['1']);
    expect(problems).toMatchObject([{ kind: 'duplicate-id', line: 2, id: 'a' }]);
    expect(problems[0]?.message).toContain('already used on line 1');
  });

  it.each(['../secret', '..', '.hidden', '/etc/passwd', 'a/b', 'a\\b', 'C:x', 'a\u0000b', 'x'.repeat(201)])(
    'refuses the unsafe id %j',
    async id => {
      await corpus([{ id, text: 't' }]);
      const { pages, problems } = await readAll();
      expect(pages).toEqual([]);
      expect(problems).toMatchObject([{ kind: 'unsafe-id', line: 1 }]);
    },
  );

  it('skips a page with missing, truncated or invalid bytes and reports the file', async () => {
    await corpus([
      { id: 'gone', text: 't' },
      { id: 'cut', text: 't' },
      { id: 'plain', text: 't' },
    ]);
    await writeFile(join(dir, 'html/cut.html.gz'), gzipSync('<p>a long page</p>'.repeat(50)).subarray(0, 30));
    await writeFile(join(dir, 'html/plain.html.gz'), '<p>not compressed</p>');
    const { pages, problems } = await readAll();
    expect(pages).toEqual([]);
    expect(problems.map(problem => problem.kind)).toEqual(['missing-html', 'broken-html', 'broken-html']);
    expect(problems[1]?.message).toContain(join('html', 'cut.html.gz'));
    expect(problems[1]?.message).toContain('line 2');
  });

  it('returns a page without gold text with a warning', async () => {
    await corpus(
      [
        { id: 'a', with: ['x'] },
        { id: 'b', text: ' \n' },
      ],
      { a: 'x', b: 'y' },
    );
    const { pages, problems, counts } = await readAll();
    expect(pages.map(page => page.id)).toEqual(['a', 'b']);
    expect(problems.map(({ kind, severity, line }) => [kind, severity, line])).toEqual([
      ['no-text', 'warning', 1],
      ['no-text', 'warning', 2],
    ]);
    expect(counts).toMatchObject({ pages: 2, skipped: 0 });
  });

  it('throws on a skipped page without a listener', async () => {
    await corpus(['nonsense']);
    await expect(readCorpus(dir).next()).rejects.toThrow(/pages\.jsonl:1: not JSON/);
  });

  it('explains the layout if the folder is not a corpus', async () => {
    await expect(readCorpus(join(dir, 'nowhere')).next()).rejects.toThrow(
      /expected a folder with pages\.jsonl/,
    );
  });

  it('returns only the requested pages and reports unknown ids', async () => {
    const lines = ['a', 'b', 'c'].map(id => ({ id, text: id }));
    await corpus(lines, { a: 'x', b: 'x', c: 'x' });
    const { pages, problems } = await readAll({ ids: ['c', 'a', 'z'] });
    expect(pages.map(page => page.id)).toEqual(['a', 'c']);
    expect(problems).toMatchObject([{ kind: 'unknown-id', id: 'z' }]);
  });

  it('stops at the limit without reading on', async () => {
    await corpus([{ id: 'a', text: 't' }, 'nonsense'], { a: 'x' });
    const { pages, problems } = await readAll({ limit: 1 });
    expect(pages).toHaveLength(1);
    expect(problems).toEqual([]);
    expect((await readAll({ limit: 0 })).pages).toEqual([]);
  });

  it('reads pages lazily', async () => {
    await corpus(
      [
        { id: 'a', text: 't' },
        { id: 'b', text: 't' },
      ],
      { a: 'x' },
    );
    const reading = readCorpus(dir);
    await reading.next();
    await writeFile(join(dir, 'html/b.html.gz'), gzipSync('late'));
    const second = (await reading.next()).value as Page;
    expect(Buffer.from(second.html).toString()).toBe('late');
  });
});

describe('readGold', () => {
  it('returns fields and line numbers without reading pages', async () => {
    await corpus([{ id: 'a', text: 't' }, '', { id: 'b', text: 't' }]);
    const lines = [];
    for await (const { gold, line } of readGold(dir)) lines.push([gold.id, line]);
    expect(lines).toEqual([
      ['a', 1],
      ['b', 3],
    ]);
  });
});
