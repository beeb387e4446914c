import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { recordsOf, type Skipped } from '@webpith/sources';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOfShard } from '../output/read.js';
import type { Row } from '../output/row.js';
import { HOSTILE } from '../testing/records.js';
import { gzipMembers, pageRecords, warcRecord } from '../testing/warc.js';
import { type BatchOptions, runBatch } from './batch.js';
import { cutsOf, RANGE } from './units.js';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-ranges-'));
});
afterAll(() => rm(dir, { recursive: true }));

let files = 0;
async function fileOf(bytes: Uint8Array, ending = 'warc.gz'): Promise<string> {
  const file = join(dir, `${files++}.${ending}`);
  await writeFile(file, bytes);
  return file;
}

async function batchOf(file: string, more: Partial<BatchOptions> = {}) {
  const out = join(dir, `out-${files++}`);
  const options: BatchOptions = {
    inputs: [file],
    out,
    format: 'ndjson',
    workers: 2,
    extractor: HOSTILE,
    columns: ['type'],
    ...more,
  };
  const summary = await runBatch(options);
  const rows: Row[] = [];
  for (const name of (await readdir(out)).filter(each => each.startsWith('shard-')).sort())
    for await (const row of rowsOfShard(join(out, name))) rows.push(row);
  return { summary, rows, options };
}

/** The pages and losses when the file is read from start to end. */
async function readThrough(file: string, maxSize?: number) {
  const skipped: Skipped[] = [];
  const places: string[] = [];
  const options = { onSkipped: (each: Skipped) => skipped.push(each), ...(maxSize && { maxSize }) };
  for await (const { source, url } of recordsOf(file, options)) places.push(`${source.offset} ${url}`);
  const lost = skipped.filter(({ reason }) => reason === 'lost');
  return { places, skipped: skipped.length, lostBytes: lost.reduce((sum, { length }) => sum + length, 0) };
}

const placesOf = (rows: readonly Row[]) => rows.map(({ offset, url }) => `${offset} ${url}`);
/** Incompressible bytes, the same in every run. */
function noise(length: number, seed: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = seed;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}
const bulky = (number: number, size: number) =>
  warcRecord({
    url: `https://example.org/bulky/${number}`,
    body: `<p>${noise(size, number + 1).toString('base64')}`,
  });

describe('a WARC read by threads in ranges', () => {
  it.each(['warc.gz', 'warc'])('gives the same rows as reading it from start to end: .%s', async ending => {
    const records = Array.from({ length: 40 }, (_, number) => bulky(number, 20_000 * (1 + (number % 7))));
    const file = await fileOf(ending === 'warc' ? Buffer.concat(records) : gzipMembers(records), ending);
    const { rows, summary } = await batchOf(file);
    const { places } = await readThrough(file);
    expect(places).toHaveLength(40);
    expect(placesOf(rows)).toEqual(places);
    expect(summary).toMatchObject({ pages: 40, lostBytes: 0, skipped: {} });
  });

  it('counts losses at range boundaries like reading it from start to end', async () => {
    const bytes = gzipMembers(Array.from({ length: 40 }, (_, number) => bulky(number, 100_000)));
    for (const at of [1 << 20, (2 << 20) - 60_000, 3 << 20]) bytes.fill(0xaa, at - 200_000, at + 100_000);
    const file = await fileOf(bytes);
    const { rows, summary } = await batchOf(file);
    const { places, lostBytes, skipped } = await readThrough(file);
    expect(lostBytes).toBeGreaterThan(0);
    expect(placesOf(rows)).toEqual(places);
    expect(summary).toMatchObject({ lostBytes, skipped: { lost: skipped } });
  });

  it('reads no records from inside a page made of gzipped records, at any range boundary', async () => {
    // A 1.5 MB page that contains forged records as gzip members; the member around it is stored uncompressed.
    const forged = gzipMembers(pageRecords(60));
    const page = warcRecord({
      url: 'https://example.org/holder',
      body: Buffer.concat(Array.from({ length: Math.ceil(1_500_000 / forged.length) }, () => forged)),
    });
    const holder = gzipSync(page, { level: 0 });
    const file = await fileOf(
      Buffer.concat([gzipMembers([bulky(1, 1000)]), holder, gzipMembers([bulky(2, 1000), bulky(3, 1000)])]),
    );
    const { rows } = await batchOf(file);
    expect(rows.map(({ url }) => url)).toEqual([
      'https://example.org/bulky/1',
      'https://example.org/holder',
      'https://example.org/bulky/2',
      'https://example.org/bulky/3',
    ]);
  });

  it('resumes after any page', async () => {
    const file = await fileOf(gzipMembers(Array.from({ length: 30 }, (_, number) => bulky(number, 80_000))));
    const { options } = await batchOf(file);
    const whole = await readThrough(file);
    const controller = new AbortController();
    const parts = { ...options, out: join(dir, 'parts'), shardRows: 7 };
    const stopped = runBatch({
      ...parts,
      signal: controller.signal,
      onProgress: ({ pages }) => pages >= 7 && controller.abort(),
    });
    await expect(stopped).rejects.toThrow(/run the same command again/);
    expect(await runBatch(parts)).toMatchObject({ pages: whole.places.length });
  });
});

describe('a page that throws later from a timer', () => {
  it('costs its thread and no row', async () => {
    const bodies = ['a', 'FAILS_LATER', 'b', 'c'];
    const { rows, summary } = await batchOf(
      await fileOf(gzipMembers(bodies.map(body => warcRecord({ body })))),
      { columns: ['text'], workers: 1 },
    );
    expect(summary.pages).toBe(4);
    expect(rows.map(row => row.text)).toEqual(bodies);
  });
});

describe('a record of two gigabytes', () => {
  it('is skipped and counted without being read into memory', async () => {
    const file = await fileOf(Buffer.alloc(0), 'warc');
    const [first, second] = pageRecords(2) as [Buffer, Buffer];
    const size = 2 ** 31;
    const large = warcRecord({ url: 'https://example.org/large', warc: { 'Content-Length': String(size) } });
    const header = large.subarray(0, large.indexOf('\r\n\r\n') + 4);
    const handle = await open(file, 'r+');
    // The body is a sparse hole in the file.
    await handle.write(first, 0, first.length, 0);
    await handle.write(header, 0, header.length, first.length);
    const end = first.length + header.length + size;
    await handle.write(Buffer.concat([Buffer.from('\r\n\r\n'), second]), 0, undefined, end);
    await handle.close();
    const { rows, summary } = await batchOf(file, { workers: 1 });
    expect(rows.map(({ url }) => url)).toEqual([
      'https://example.org/light/0',
      'https://example.org/light/1',
    ]);
    expect(summary).toMatchObject({ skipped: { 'too-large': 1 }, lostBytes: 0 });
  });

  it('is decompressed and discarded piece by piece when gzipped', async () => {
    const size = 2 ** 26;
    const large = warcRecord({ url: 'https://example.org/large', warc: { 'Content-Length': String(size) } });
    const header = large.subarray(0, large.indexOf('\r\n\r\n') + 4);
    const packed = gzipSync(Buffer.concat([header, Buffer.alloc(size), Buffer.from('\r\n\r\n')]), {
      level: 1,
    });
    const [first, second] = pageRecords(2) as [Buffer, Buffer];
    const file = await fileOf(Buffer.concat([gzipMembers([first]), packed, gzipMembers([second])]));
    const { rows, summary } = await batchOf(file, { workers: 1, maxSize: 1 << 20, memoryLimit: 64 });
    expect(rows).toHaveLength(2);
    expect(summary).toMatchObject({ skipped: { 'too-large': 1 }, lostBytes: 0, replaced: 0 });
  });
});

describe('the ranges of a file', () => {
  it.each([1, 2, 16])('cover it without gaps and get smaller towards the end for %d threads', threads => {
    const [start, size] = [17, 200 * RANGE + 5];
    const cuts = [...cutsOf(start, size, threads)];
    expect(cuts[0]![0]).toBe(start);
    expect(cuts.at(-1)![1]).toBe(size);
    expect(cuts.slice(1).map(([from]) => from)).toEqual(cuts.slice(0, -1).map(([, to]) => to));
    const lengths = cuts.map(([from, to]) => to - from);
    expect(Math.max(...lengths)).toBe(RANGE);
    expect(Math.max(...lengths.slice(-2 * threads))).toBeLessThanOrEqual(RANGE / 4);
    // Each range costs a request, so adaptive lengths must not lead to many more ranges than equal ones.
    expect(cuts.length).toBeLessThan(size / RANGE + 12 * threads);
  });
});
