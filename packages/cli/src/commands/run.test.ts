import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../main.js';
import { type Entry, fakeLab } from '../testing/fake-lab.js';
import { fakeLibrary } from '../testing/fake-library.js';
import { type MemoryIoOptions, memoryIo } from '../testing/memory-io.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pith-run-'));
});

afterAll(() => rm(folder, { recursive: true }));

const news: readonly Entry[] = [
  { id: 'a', url: 'https://example.org/a', html: 'one' },
  { severity: 'skipped', line: 2, message: 'pages.jsonl:2: not JSON' },
  { id: 'b', html: 'fail here' },
  { severity: 'warning', id: 'c', line: 4, message: 'pages.jsonl:4: no gold text' },
  { id: 'c', html: 'three' },
  { severity: 'skipped', id: 'd', line: 5, message: 'html/d.html.gz: missing' },
];
const corpora = { news, broken: [{ id: 'x', html: 'fail' }], empty: [] };

async function pith(args: string[], options: MemoryIoOptions = {}) {
  const io = memoryIo(options);
  const library = fakeLibrary();
  const code = await main(['run', ...args], io, {
    library: async () => library,
    lab: async () => fakeLab(corpora),
  });
  return { code, out: io.out(), err: io.err(), calls: library.calls };
}

function rows(text: string): Record<string, unknown>[] {
  return text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));
}

describe('pith run', () => {
  it('writes one line per page, including failures', async () => {
    const { code, out, calls } = await pith(['news', '--out', '-']);
    expect(code).toBe(0);
    const lines = rows(out);
    expect(lines.map(line => line.id ?? line.line)).toEqual(['a', 2, 'b', 'c', 'd']);
    expect(lines[0]).toEqual({
      id: 'a',
      type: 'article',
      confidence: 0.9,
      title: 'one',
      authors: ['A. Writer'],
      published: '2024-05-01',
      language: 'en',
      text: 'text(one) {}',
      comments: [],
      posts: [],
      ms: expect.any(Number),
    });
    expect(lines[1]).toEqual({ line: 2, error: 'pages.jsonl:2: not JSON' });
    expect(lines[2]).toEqual({ id: 'b', error: 'this page fails' });
    expect(lines[4]).toEqual({ id: 'd', error: 'html/d.html.gz: missing' });
    expect(calls[0]?.options).toEqual({ url: 'https://example.org/a', include: {} });
  });

  it('prints a summary on standard error', async () => {
    const { err } = await pith(['news', '--out', '-']);
    expect(err).toMatch(/^5 pages, 3 errors, \d+\.\d s, [\d.]+ pages\/s, median [\d.]+ ms per page\n$/);
    const summary = JSON.parse((await pith(['news', '--out', '-', '--json'])).err);
    expect(summary).toMatchObject({ pages: 5, errors: 3 });
    expect(summary.medianMs).toBeGreaterThanOrEqual(0);
  });

  it('writes to a file', async () => {
    const path = join(folder, 'out.jsonl');
    const { code, out } = await pith(['news', '--out', path]);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(rows(await readFile(path, 'utf8'))).toHaveLength(5);
  });

  it('includes only the requested parts', async () => {
    const { out } = await pith(['news', '--out', '-', '--include', 'title, comments', '--limit', '1']);
    expect(rows(out)).toHaveLength(1);
    expect(rows(out)[0]?.text).toBe(
      'text(one) {"title":true,"byline":false,"captions":false,"comments":true,"hidden":false}',
    );
  });

  it('accepts a method of the lab', async () => {
    const { code, out } = await pith(['news', '--out', '-', '--method', 'shout', '--limit', '1']);
    expect(code).toBe(0);
    expect(rows(out)[0]).toMatchObject({ id: 'a', text: 'ONE', authors: [], comments: [], posts: [] });
  });

  it('shows a progress bar on a terminal, but not between lines of output', async () => {
    const path = join(folder, 'terminal.jsonl');
    const bar = await pith(['news', '--out', path], { terminal: true });
    expect(bar.err).toContain('pages/s');
    expect(bar.err).toContain('0/3 pages');
    expect(bar.err).toContain('5 pages, 3 errors');
    const lines = await pith(['news', '--out', '-'], { terminal: true });
    expect(lines.err).not.toContain('░');
  });

  it('reads any input of pith batch', async () => {
    const path = join(folder, 'pages.ndjson');
    const lines = [{ id: 'a', url: 'https://example.org/a', html: 'one' }, { id: 'b' }, { html: 'three' }];
    await writeFile(path, lines.map(line => `${JSON.stringify(line)}\n`).join(''));
    const { code, out, err, calls } = await pith([path, '--out', '-', '--json']);
    expect(code).toBe(0);
    const third = `${path}:${Buffer.byteLength(
      lines
        .slice(0, 2)
        .map(line => `${JSON.stringify(line)}\n`)
        .join(''),
    )}`;
    expect(rows(out)).toMatchObject([
      { id: 'a', title: 'one' },
      { id: 'b', error: expect.stringContaining('"html"') },
      { id: third, title: 'three' },
    ]);
    expect(JSON.parse(err)).toMatchObject({ pages: 3, errors: 1 });
    expect(calls[0]?.options).toEqual({ url: 'https://example.org/a', include: {} });
    expect(rows((await pith([path, '--out', '-', '--limit', '1'])).out)).toHaveLength(1);
    expect((await pith([path, '--out', '-', '--method', 'shout'])).out).toContain('ONE');
  });

  it('succeeds for an empty corpus', async () => {
    const { code, out, err } = await pith(['empty', '--out', '-']);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toContain('0 pages, 0 errors');
  });
});

describe('pith run fails', () => {
  it('when no page succeeds', async () => {
    const { code, out, err } = await pith(['broken', '--out', '-']);
    expect(code).toBe(1);
    expect(rows(out)).toEqual([{ id: 'x', error: 'this page fails' }]);
    expect(err).toContain('all pages failed');
  });

  it('for a folder that is not a corpus, before it touches the output', async () => {
    const path = join(folder, 'untouched.jsonl');
    const { code, err } = await pith(['nowhere', '--out', path]);
    expect(code).toBe(1);
    expect(err).toBe('pith: nowhere is not a corpus\n');
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });

  it('for an output that cannot be written', async () => {
    const { code, err } = await pith(['news', '--out', join(folder, 'no', 'such', 'file')]);
    expect(code).toBe(1);
    expect(err).toContain('cannot write');
  });

  it('for an output at an address', async () => {
    const { code, err } = await pith(['news', '--out', 's3://bucket/out.jsonl']);
    expect(code).toBe(2);
    expect(err).toContain('output to s3:// is not supported');
  });

  it.each(['toString', 'shoot'])('for the unknown method %s, and lists the known ones', async name => {
    const { code, err } = await pith(['news', '--out', '-', '--method', name]);
    expect(code).toBe(2);
    expect(err).toContain('default, shout');
  });

  it('if --include is given for a method that does not support it', async () => {
    const { code, err } = await pith(['news', '--out', '-', '--method', 'shout', '--include', 'title']);
    expect(code).toBe(2);
    expect(err).toContain('--include');
  });
});

describe('pith run when stopped', () => {
  it('keeps finished lines, reports progress, and fails', async () => {
    const stop = new AbortController();
    const io = memoryIo({ signal: stop.signal });
    const library = fakeLibrary();
    const extract = library.extract;
    library.extract = (input, options) => {
      stop.abort();
      return extract(input, options);
    };
    const lab = async () => fakeLab(corpora);
    expect(await main(['run', 'news', '--out', '-'], io, { library: async () => library, lab })).toBe(130);
    expect(rows(io.out()).map(line => line.id ?? line.line)).toEqual(['a']);
    expect(io.err()).toMatch(/^1 page, 0 errors, .*\npith: stopped before the end\n$/);
  });

  it('exits quietly when its output is closed', async () => {
    const { code, out, err, calls } = await pith(['news', '--out', '-'], { closesAfter: 1 });
    expect(code).toBe(0);
    expect(rows(out)).toHaveLength(1);
    expect(err).toBe('');
    expect(calls).toHaveLength(1);
  });
});
