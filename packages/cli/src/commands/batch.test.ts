import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeError } from '../errors.js';
import { main } from '../main.js';
import { memoryIo } from '../testing/memory-io.js';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-cli-batch-'));
});
afterAll(() => rm(dir, { recursive: true }));

const page =
  '<title>Tides</title><h1>Tides</h1><p>High water is at six in the evening, low water at noon.</p>';

describe('pith batch', () => {
  it('writes shards, prints a summary, and has nothing to do when run again', async () => {
    const input = join(dir, 'page.html');
    await writeFile(input, page);
    const args = ['batch', input, '--out', join(dir, 'out'), '--workers', '1', '--format', 'ndjson'];
    const first = memoryIo();
    expect(await main(args, first)).toBe(0);
    expect(first.err()).toMatch(/^1 page in 1 shard in .*, 0 errors, .* pages\/s\n$/);
    expect(await readdir(join(dir, 'out'))).toEqual(['_manifest.jsonl', 'shard-00000.ndjson']);
    const second = memoryIo();
    expect(await main([...args, '--json'], second)).toBe(0);
    expect(JSON.parse(second.err())).toMatchObject({ pages: 1, before: 1, errors: 0, shards: 1 });
  });

  it('fails if every page failed, and succeeds if some did not', async () => {
    const good = `${JSON.stringify({ html: page })}\n`;
    for (const [lines, code] of [
      ['nonsense\n{"html":5}\n', 1],
      [`nonsense\n${good}`, 0],
    ] as const) {
      const input = join(dir, `failed-${code}.ndjson`);
      await writeFile(input, lines);
      const io = memoryIo();
      const args = ['batch', input, '--out', join(dir, `failed-${code}`), '--workers', '1'];
      expect(await main(args, io)).toBe(code);
      expect(io.err()).toContain(`2 pages in 1 shard`);
      if (code === 1) expect(io.err()).toContain('all pages failed');
    }
  });

  it.each([
    [['batch', '--out', 'x'], 2, /missing required argument 'input'/],
    [['batch', 'a.html'], 2, /--out <dir>/],
    [['batch', 'a.html', '--out', 'x', '--format', 'csv'], 2, /ndjson, ndjson.gz, ndjson.zst, parquet/],
    [['batch', 'a.html', '--out', 'x', '--input-column', 'text=body'], 2, /html=NAME, url=NAME or id=NAME/],
    [['batch', 'a.html', '--out', 's3://bucket/out'], 2, /cannot write s3:.*is not supported/],
    [['corpus', 'import', 'jsonl', 'a.jsonl', 's3://bucket/out'], 2, /cannot write s3:.*is not supported/],
    [['extract', 'a.html', '--out-dir', 'gs://bucket/out'], 2, /cannot write gs:.*is not supported/],
    [
      ['batch', '/nowhere.warc', '--out', join(tmpdir(), 'pith-none')],
      1,
      /cannot read .*\(it does not exist\)/,
    ],
    [['pipe', '--columns', 'title,colour'], 2, /unknown column colour/],
  ])('rejects %j with a message', async (args, code, message) => {
    const io = memoryIo();
    expect(await main(args, io)).toBe(code);
    expect(io.err()).toMatch(message);
  });
});

it('explains errors of other packages, also of a second copy of one, with the flags of the command', () => {
  const copied = (name: string, message: string, option?: string) =>
    describeError(Object.assign(new Error(message), { name, option }), false);
  expect(copied('FetchError', 'no host; check the spelling')).toBe('no host; check the spelling');
  expect(copied('FetchError', 'too large; raise maxSize', 'maxSize')).toContain('--max-size');
  expect(copied('InputError', 'no column html; name it', 'pageColumns')).toContain('--input-column');
});

describe('pith pipe', () => {
  it('writes one row per line, in order', async () => {
    const io = memoryIo({ input: `${JSON.stringify({ id: 'a', html: page })}\nnonsense\n` });
    expect(await main(['pipe', '--columns', 'title', '--summary'], io)).toBe(0);
    const rows = io
      .out()
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(rows).toMatchObject([{ id: 'a', title: 'Tides' }, { error: expect.stringContaining('JSON') }]);
    expect(io.err()).toMatch(/^2 pages, 1 error/);
  });

  it.skipIf(!existsSync('/dev/full'))('reports a full disk', async () => {
    const full = openSync('/dev/full', 'w');
    const command = fileURLToPath(new URL('../../bin/pith.js', import.meta.url));
    const input = `${JSON.stringify({ html: page })}\n`;
    const { status, stderr } = spawnSync(process.execPath, [command, 'pipe'], {
      ...{ input, encoding: 'utf8', stdio: ['pipe', full, 'pipe'] },
    });
    closeSync(full);
    expect([status, stderr]).toEqual([1, expect.stringContaining('the disk is full')]);
  });

  it('exits quietly when its output is closed', async () => {
    const input = Array.from({ length: 50 }, (_, id) => `${JSON.stringify({ id, html: page })}\n`).join('');
    const io = memoryIo({ input, closesAfter: 0 });
    expect(await main(['pipe'], io)).toBe(0);
    expect(io.err()).toBe('');
  });
});
