import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampled, volume } from '../../../../test/tiers.js';
import { rowsOfShard } from '../output/read.js';
import type { Row } from '../output/row.js';
import { FORMATS, type Format, type OpenFile } from '../output/shard.js';
import { HOSTILE } from '../testing/records.js';
import { gzipMembers, pageRecords, warcRecord } from '../testing/warc.js';
import { type BatchOptions, runBatch } from './batch.js';
import { MANIFEST } from './manifest.js';

const PAGES = 150;
let dir: string;
let warc: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-batch-'));
  warc = join(dir, 'crawl.warc.gz');
  await writeFile(
    warc,
    gzipMembers([warcRecord({ type: 'warcinfo' }), ...pageRecords(PAGES), warcRecord({ type: 'request' })]),
  );
});
afterAll(() => rm(dir, { recursive: true }));

let folders = 0;
const optionsOf = (more: Partial<BatchOptions> = {}): BatchOptions => ({
  inputs: [warc],
  out: join(dir, `out-${folders++}`),
  format: 'ndjson',
  workers: 1,
  shardRows: 20,
  extractor: HOSTILE,
  columns: ['text'],
  ...more,
});

async function rowsOf(out: string): Promise<Row[]> {
  const rows: Row[] = [];
  const names = (await readdir(out)).filter(name => name.startsWith('shard-')).sort();
  for (const name of names) for await (const row of rowsOfShard(join(out, name))) rows.push(row);
  return rows;
}

const urls = (rows: readonly Row[]) => rows.map(row => row.url);
const expected = Array.from({ length: PAGES }, (_, n) => `https://example.org/light/${n}`);

describe('a batch', () => {
  it.each(Object.keys(FORMATS) as Format[])(
    'writes all pages in order as %s, and a manifest of the shards',
    async format => {
      const options = optionsOf({ format, workers: 2 });
      const summary = await runBatch(options);
      expect(summary).toMatchObject({
        pages: PAGES,
        errors: 0,
        skipped: { 'other-record': 1, request: 1 },
        lostBytes: 0,
      });
      const rows = await rowsOf(options.out);
      expect(urls(rows)).toEqual(expected);
      expect(new Set(rows.map(row => row.digest)).size).toBe(PAGES);
      expect(rows[3]).toMatchObject({ date: '2026-01-02T03:04:05Z', file: warc });
      const lines = (await readFile(join(options.out, MANIFEST), 'utf8'))
        .trim()
        .split('\n')
        .map(line => JSON.parse(line));
      const shards = lines.flatMap(line => line.shard ?? []);
      expect(shards.length).toBe(summary.shards);
      expect(shards[0].first.offset).toBe(rows[0]!.offset);
      expect(shards.at(-1).last.offset).toBe(rows.at(-1)!.offset);
      expect(await readdir(options.out)).toHaveLength(shards.length + 1);
    },
  );

  it('writes the same article columns to Parquet and NDJSON', async () => {
    const input = join(dir, 'rich.ndjson');
    const html =
      '<html lang="en"><title>Tides</title><meta name="author" content="Ann Keeper"><h1>Tides</h1><p>High water is at six in the evening, <a href="/low">low water</a> at noon.</p>';
    await writeFile(input, `${JSON.stringify({ id: 'x', url: 'https://example.org/a', html })}\nnonsense\n`);
    const { extractor: _, columns: __, ...real } = optionsOf({ inputs: [input] });
    await runBatch(real);
    const parquet = { ...real, format: 'parquet', out: join(dir, 'rich-parquet') } as const;
    await runBatch(parquet);
    const rows = await rowsOf(real.out);
    expect(rows).toMatchObject([
      { id: 'x', title: 'Tides', authors: ['Ann Keeper'], language: 'en' },
      { error: expect.stringContaining('JSON') },
    ]);
    expect(await rowsOf(parquet.out)).toEqual(rows);
  });

  it('writes error rows for pages that throw, crash and hang', async () => {
    const bad = join(dir, 'bad.warc');
    const bodies = ['a', 'THROWS', 'b', 'CRASHES', 'c', 'HANGS', 'd'];
    await writeFile(bad, Buffer.concat(bodies.map(body => warcRecord({ body }))));
    const options = optionsOf({ inputs: [bad], timeLimit: 3000, workers: 2 });
    expect(await runBatch(options)).toMatchObject({ pages: 7, errors: 3, replaced: 2 });
    expect((await rowsOf(options.out)).map(row => row.text ?? 'error')).toEqual([
      'a',
      'error',
      'b',
      'error',
      'c',
      'error',
      'd',
    ]);
  });

  it('reads inputs of every kind in order', async () => {
    const folder = await mkdtemp(join(dir, 'folder-'));
    await writeFile(join(folder, 'b.html'), 'second');
    await writeFile(join(folder, 'a.html.gz'), gzipSync('first'));
    await writeFile(join(folder, 'c.warc'), Buffer.concat(pageRecords(2)));
    await writeFile(join(folder, 'notes.md'), 'no page');
    const lines = join(dir, 'some.jsonl.gz');
    await writeFile(
      lines,
      gzipSync(`${JSON.stringify({ html: 'third' })}\n${JSON.stringify({ base64: 'Zm91cnRo' })}\n`),
    );
    const corpus = await mkdtemp(join(dir, 'corpus-'));
    await writeFile(join(corpus, 'pages.jsonl'), '{"id":"p1","text":"x"}\n{"id":"gone","text":"x"}\n');
    await mkdir(join(corpus, 'html'));
    await writeFile(join(corpus, 'html/p1.html.gz'), gzipSync('fifth'));
    const options = optionsOf({ inputs: [folder, lines, corpus] });
    expect(await runBatch(options)).toMatchObject({ pages: 8, errors: 1, skipped: { 'other-file': 1 } });
    const rows = await rowsOf(options.out);
    expect(rows.map(row => row.url ?? row.text ?? row.id)).toEqual([
      'first',
      'second',
      ...expected.slice(0, 2),
      'third',
      'fourth',
      'fifth',
      'gone',
    ]);
  });

  it('reports pages, seconds and the share done', async () => {
    const shares: (number | undefined)[] = [];
    const pages: number[] = [];
    const onProgress: BatchOptions['onProgress'] = progress => {
      shares.push(progress.share);
      pages.push(progress.pages);
    };
    await runBatch(optionsOf({ onProgress }));
    expect(pages.at(-1)).toBe(PAGES);
    expect(shares).toEqual(shares.toSorted((a, b) => a! - b!));
    expect(shares.at(-1)).toBeGreaterThan(0.9);
  });

  it('does not resume with other settings', async () => {
    const options = optionsOf();
    await runBatch(options);
    await expect(runBatch({ ...options, format: 'ndjson.gz' })).rejects.toThrow(/format/);
    await expect(runBatch({ ...options, columns: ['title'] })).rejects.toThrow(/columns/);
    await expect(runBatch({ ...options, maxSize: 5 })).rejects.toThrow(/maxSize/);
  });

  it('rejects a folder with a manifest of another version', async () => {
    const options = optionsOf();
    await runBatch(options);
    const path = join(options.out, MANIFEST);
    await writeFile(path, (await readFile(path, 'utf8')).replace(/^\{"version":\d+,/, '{"version":99,'));
    await expect(runBatch(options)).rejects.toThrow(/this version/);
  });

  it('rejects a folder that another batch is writing to', async () => {
    const options = optionsOf();
    const both = await Promise.allSettled([runBatch(options), runBatch(options)]);
    const [done] = both.filter(result => result.status === 'fulfilled');
    const [refused] = both.filter(result => result.status === 'rejected');
    expect(done?.value.pages).toBe(PAGES);
    expect(refused?.reason).toMatchObject({ code: 'in-use' });
  });

  it.each(['/nowhere/at/all', fileURLToPath(import.meta.url)])(
    'rejects an input that is missing or of an unknown kind',
    async input => {
      const result = runBatch(optionsOf({ inputs: [input] }));
      await expect(result).rejects.toMatchObject({ code: 'bad-input' });
    },
  );
});

describe('a stopped batch', () => {
  it('keeps finished shards and resumes after them', async () => {
    const options = optionsOf();
    const controller = new AbortController();
    const stopped = runBatch({
      ...options,
      signal: controller.signal,
      onProgress: ({ pages }) => pages >= 60 && controller.abort(),
    });
    await expect(stopped).rejects.toThrow(/run the same command again/);
    const kept = (await rowsOf(options.out)).length;
    expect(kept).toBeGreaterThanOrEqual(60);
    expect(kept).toBeLessThan(PAGES);
    expect(await runBatch(options)).toMatchObject({ pages: PAGES, before: kept });
    expect(urls(await rowsOf(options.out))).toEqual(expected);
  });

  it('writes every page once after repeated kills', async () => {
    const options = optionsOf({ shardRows: 12, workers: 2 });
    let finished = false;
    for (let kill = 0; kill < volume(3, 8) && !finished; kill++) {
      // Kills at different points of the writing of shards.
      finished = await runAndKill(options, 1 + ((kill * 7) % 4), (kill * 13) % 17);
    }
    if (!finished) await runAndKill(options, Number.POSITIVE_INFINITY, 0);
    const rows = await rowsOf(options.out);
    expect(urls(rows)).toEqual(expected);
    expect(new Set(rows.map(row => row.digest)).size).toBe(PAGES);
  });

  it('resumes from a manifest truncated at any byte', async () => {
    const options = optionsOf({ shardRows: 50 });
    await runBatch(options);
    const path = join(options.out, MANIFEST);
    const whole = await readFile(path);
    for (const share of sampled([0, 0.2, 0.45, 0.7, 0.9, 0.999], 3)) {
      await writeFile(path, whole.subarray(0, Math.floor(whole.length * share)));
      await writeFile(join(options.out, 'shard-00009.ndjson.tmp'), 'half a sha');
      expect((await runBatch(options)).pages).toBe(PAGES);
      expect(urls(await rowsOf(options.out))).toEqual(expected);
    }
  });

  it('writes the same rows as an uninterrupted run', async () => {
    const whole = optionsOf({ shardRows: 1000 });
    await runBatch(whole);
    const parts = optionsOf({ shardRows: 1000 });
    await runAndKill({ ...parts, shardRows: 16 }, 4, 0);
    await runBatch(parts);
    expect(await rowsOf(parts.out)).toEqual(await rowsOf(whole.out));
  });
});

describe('a batch on a full disk', () => {
  it('fails with the path, keeps whole shards, and resumes once there is room', async () => {
    const options = optionsOf();
    let room = 40_000;
    const openFile: OpenFile = async path => {
      const file = await open(path, 'w');
      return {
        sync: () => file.sync(),
        close: () => file.close(),
        write: (async (bytes: Uint8Array, at: number, length: number) => {
          if (room <= 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
          const some = Math.min(length, room);
          room -= some;
          return await file.write(bytes, at, some);
        }) as typeof file.write,
      };
    };
    const failed = runBatch({ ...options, openFile });
    await expect(failed).rejects.toThrow(
      /the disk is full, .*; \d+ pages are saved in \d+ shards?, done up to .*crawl.warc.gz at byte \d+/,
    );
    expect((await readdir(options.out)).filter(name => name.endsWith('.tmp') || name === '.lock')).toEqual(
      [],
    );
    const kept = (await rowsOf(options.out)).length;
    expect(kept).toBeGreaterThan(0);
    expect(await runBatch(options)).toMatchObject({ pages: PAGES, before: kept });
    expect(urls(await rowsOf(options.out))).toEqual(expected);
  });
});

const PROCESS = fileURLToPath(new URL('../../dist/testing/batch-process.js', import.meta.url));

/** Runs a batch in its own process and kills it `delay` ms after `lines` lines of output; true if it finished before. */
function runAndKill(options: BatchOptions, lines: number, delay: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(process.execPath, [PROCESS, JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let seen = 0;
    let done = false;
    const complaints: Buffer[] = [];
    child.stderr!.on('data', piece => complaints.push(piece));
    createInterface({ input: child.stdout! }).on('line', line => {
      done ||= line === 'done';
      if (++seen === lines) setTimeout(() => child.kill('SIGKILL'), delay);
    });
    child.on('close', (code, signal) => {
      if (code === 0 || signal === 'SIGKILL') resolve(done);
      else reject(new Error(`the batch ended with ${code}: ${Buffer.concat(complaints)}`));
    });
  });
}
