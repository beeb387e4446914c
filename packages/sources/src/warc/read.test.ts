import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packerOf } from '../../../fleet/src/output/compression.js';
import type { PageRecord, ReadOptions, Skipped } from '../record.js';
import { gzipMembers, pageRecords, type RecordParts, testPage, warcRecord } from '../testing/warc.js';
import { recordsOfWarc, type WarcRange } from './read.js';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-warc-'));
});
afterAll(() => rm(dir, { recursive: true }));

let files = 0;
async function fileOf(bytes: Uint8Array): Promise<string> {
  const file = join(dir, `${files++}.warc`);
  await writeFile(file, bytes);
  return file;
}

async function read(bytes: Uint8Array, range: WarcRange = {}, options: ReadOptions = {}) {
  return await readFrom(await fileOf(bytes), range, options);
}

async function readFrom(file: string, range: WarcRange = {}, options: ReadOptions = {}) {
  const skipped: Skipped[] = [];
  const pages: PageRecord[] = [];
  const onSkipped = (one: Skipped) => skipped.push(one);
  for await (const page of recordsOfWarc(file, range, { onSkipped, ...options })) pages.push(page);
  const counts: Record<string, number> = {};
  for (const { reason } of skipped) counts[reason] = (counts[reason] ?? 0) + 1;
  return { file, pages, skipped, counts, texts: pages.map(page => Buffer.from(page.bytes).toString()) };
}

const urls = (pages: readonly PageRecord[]) => pages.map(page => page.url);
const one = (parts: RecordParts) => read(warcRecord(parts));
const numbers = (count: number) => Array.from({ length: count }, (_, n) => `https://example.org/light/${n}`);

describe.each([
  ['a WARC', (records: readonly Uint8Array[]) => Buffer.concat(records)],
  ['a WARC.gz', gzipMembers],
])('%s', (_, pack) => {
  it('yields each page with address, date, digest and place', async () => {
    const records = pageRecords(3);
    const { pages, skipped } = await read(pack(records));
    expect(urls(pages)).toEqual(numbers(3));
    expect(pages[1]).toMatchObject({
      date: '2026-01-02T03:04:05Z',
      charset: 'utf-8',
      mediaType: 'text/html',
    });
    expect(pages[1]!.digest).toBe(createHash('sha256').update(testPage(1)).digest('hex'));
    expect(skipped).toEqual([]);
    expect(pages[1]!.source.offset).toBe(pack(records.slice(0, 1)).length);
    const again = await read(pack(records), { from: pages[1]!.source.offset, to: pages[2]!.source.offset });
    expect(urls(again.pages)).toEqual(numbers(3).slice(1, 2));
  });

  it('reports everything that is not a page', async () => {
    const html = { http: { 'Content-Type': 'application/pdf' } };
    const { pages, counts } = await read(
      pack([
        warcRecord({ type: 'warcinfo' }),
        warcRecord({ type: 'request', body: 'GET / HTTP/1.1\r\nHost: example.org\r\n\r\n' }),
        warcRecord({ type: 'revisit', body: 'HTTP/1.1 200 OK\r\n\r\n' }),
        warcRecord(html),
        warcRecord({ status: 'HTTP/1.1 404 Not Found' }),
        warcRecord({ body: '' }),
        warcRecord({ type: 'metadata' }),
        warcRecord({ url: 'https://example.org/last' }),
      ]),
    );
    expect(urls(pages)).toEqual(['https://example.org/last']);
    expect(counts).toEqual({ request: 1, revisit: 1, 'other-record': 2, 'not-html': 1, status: 1, empty: 1 });
  });

  it('continues after a broken record and reports the lost bytes', async () => {
    const records = pageRecords(4);
    const noise = Buffer.from('no record at all\r\n'.repeat(50));
    const broken = Buffer.concat([pack(records.slice(0, 2)), noise, pack(records.slice(2))]);
    const { pages, skipped } = await read(broken);
    expect(urls(pages)).toEqual(numbers(4));
    expect(skipped).toEqual([
      expect.objectContaining({
        reason: 'lost',
        offset: pack(records.slice(0, 2)).length,
        length: noise.length,
      }),
    ]);
  });

  it('yields the pages of a truncated file', async () => {
    const bytes = pack(pageRecords(3));
    const end = pack(pageRecords(2)).length;
    const { pages, skipped } = await read(bytes.subarray(0, end + 200));
    expect(urls(pages)).toEqual(numbers(2));
    expect(skipped).toMatchObject([{ reason: 'lost', offset: end, length: 200 }]);
  });

  it('skips a record that is too large', async () => {
    const large = warcRecord({ body: Buffer.alloc(6 << 20, 'x') });
    const { pages, counts } = await read(pack([large, ...pageRecords(1)]), {}, { maxSize: 1 << 20 });
    expect(urls(pages)).toEqual(numbers(1));
    expect(counts).toEqual({ 'too-large': 1 });
  });

  it('reads a record larger than the window', async () => {
    const random = Buffer.from(randomBytes(7 << 19).toString('hex'));
    const { pages } = await read(pack([...pageRecords(1), warcRecord({ body: random }), ...pageRecords(1)]));
    expect(pages.map(page => page.bytes.length)).toEqual([
      testPage(0).length,
      random.length,
      testPage(0).length,
    ]);
    // The line breaks after a record are not part of it.
    expect([0, 4]).toContain(pages[2]!.source.offset - pages[1]!.source.offset - pages[1]!.source.length);
  });

  it('yields every record once for adjacent ranges, wherever they are split', async () => {
    const bytes = pack(pageRecords(12));
    const file = await fileOf(bytes);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 5 }), async cuts => {
        const ends = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const found: (string | undefined)[] = [];
        for (let i = 1; i < ends.length; i++) {
          const { pages, skipped } = await readFrom(file, { from: ends[i - 1]!, to: ends[i]! });
          found.push(...urls(pages));
          expect(skipped).toEqual([]);
        }
        expect(found).toEqual(numbers(12));
      }),
      { numRuns: 40 },
    );
  });

  it('resumes after any page', async () => {
    const { file, pages } = await read(pack(pageRecords(5)));
    for (const [index, page] of pages.entries()) {
      const rest = await readFrom(file, {}, { after: page.source });
      expect(urls(rest.pages)).toEqual(numbers(5).slice(index + 1));
    }
  });

  it('never fails and never yields a page twice if bytes are changed', async () => {
    const bytes = pack(pageRecords(6));
    const change = fc.tuple(fc.integer({ min: 0, max: bytes.length - 1 }), fc.integer({ min: 0, max: 255 }));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 6 }), async changes => {
        const broken = Buffer.from(bytes);
        for (const [at, value] of changes) broken[at] = value;
        const { pages } = await read(broken);
        const offsets = pages.map(({ source }) => source.offset);
        expect(offsets).toEqual([...new Set(offsets)].toSorted((a, b) => a - b));
      }),
      { numRuns: 60 },
    );
  });
});

describe('a record with a wrong length', () => {
  it.each([
    ['too short', 40],
    ['too long', 500],
    ['beyond the file', 1e9],
  ])('costs only itself: %s', async (_, length) => {
    const records = pageRecords(3);
    const lying = warcRecord({ warc: { 'Content-Length': String(length) }, body: 'x'.repeat(100) });
    const { pages, skipped } = await read(Buffer.concat([records[0]!, lying, records[1]!, records[2]!]));
    expect(urls(pages)).toEqual(numbers(3));
    expect(skipped).toMatchObject([{ reason: 'lost', offset: records[0]!.length }]);
  });
});

describe('a file that is one gzip stream', () => {
  it('yields its pages with their index in the stream, and resumes after any', async () => {
    const { file, pages } = await read(gzipSync(Buffer.concat(pageRecords(4))));
    expect(urls(pages)).toEqual(numbers(4));
    expect(pages.map(({ source }) => [source.offset, source.part])).toEqual(
      [0, 1, 2, 3].map(part => [0, part]),
    );
    const rest = await readFrom(file, {}, { after: pages[1]!.source });
    expect(urls(rest.pages)).toEqual(numbers(4).slice(2));
  });

  it('is streamed if it exceeds the window', async () => {
    const large = Array.from({ length: 40 }, (_, n) =>
      warcRecord({
        url: `https://example.org/light/${n}`,
        body: Buffer.alloc(1 << 20, `${n} ${Math.sin(n)} `),
      }),
    );
    const { pages } = await read(gzipSync(Buffer.concat(large)), {}, { maxSize: 2 << 20 });
    expect(urls(pages)).toEqual(numbers(40));
  });
});

describe('the body of a response', () => {
  const page = '<p>Grüße vom Leuchtturm</p>';
  const chunked = (bytes: Uint8Array) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')]);

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ])('is unpacked from %s, chunked or not', async (coding, pack) => {
    const http = { 'Content-Encoding': coding };
    expect((await one({ http, body: pack(page) })).texts).toEqual([page]);
    const both = { ...http, 'Transfer-Encoding': 'chunked' };
    expect((await one({ http: both, body: chunked(pack(page)) })).texts).toEqual([page]);
  });

  it('is decoded from zstd', async () => {
    const zstd = await packerOf('zstd');
    const body = zstd(Buffer.from(page));
    expect((await one({ http: { 'Content-Encoding': 'zstd' }, body })).texts).toEqual([page]);
  });

  it('is returned unchanged if it was stored decoded', async () => {
    const http = { 'Content-Encoding': 'gzip', 'Transfer-Encoding': 'chunked' };
    expect((await one({ http, body: page })).texts).toEqual([page]);
  });

  it('is decoded as far as possible if truncated', async () => {
    const packed = gzipSync('<p>word</p>'.repeat(5000), { level: 0 });
    const warc = { 'WARC-Truncated': 'length' };
    const { texts } = await one({
      http: { 'Content-Encoding': 'gzip' },
      warc,
      body: packed.subarray(0, 20_000),
    });
    expect(texts[0]).toMatch(/^<p>word<\/p><p>word/);
    expect(texts[0]!.length).toBeGreaterThan(10_000);
  });

  it.each(['gzip', 'zstd'])('is not decoded beyond the limit: %s', async coding => {
    const zstd = await packerOf('zstd');
    const zeros = Buffer.alloc(1 << 20);
    const body = coding === 'gzip' ? gzipSync(zeros) : zstd(zeros);
    const { counts } = await read(
      warcRecord({ http: { 'Content-Encoding': coding }, body }),
      {},
      { maxSize: 1 << 19 },
    );
    expect(counts).toEqual({ 'too-large': 1 });
  });

  it('is lost if it is neither coded as declared nor a page', async () => {
    const body = gzipSync(page);
    body.fill(0xff, 10);
    expect((await one({ http: { 'Content-Encoding': 'gzip' }, body })).counts).toEqual({ lost: 1 });
  });

  it('without a media type is a page only if it starts like one', async () => {
    const http = { 'Content-Type': '' };
    expect((await one({ http, body: '<!DOCTYPE html><p>a' })).texts).toEqual(['<!DOCTYPE html><p>a']);
    expect((await one({ http, body: '%PDF-1.7' })).counts).toEqual({ 'not-html': 1 });
  });
});
