import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadZstd } from '../decoding.js';
import { inputOf } from '../input.js';
import type { PageRecord, ReadOptions, Skipped } from '../record.js';
import { pageRecords, warcRecord } from '../testing/warc.js';
import { isSplittable, recordsOfWarc } from './read.js';

let dir: string;
let zstd: Awaited<ReturnType<typeof loadZstd>>;
const records = pageRecords(20);

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-zstd-'));
  zstd = await loadZstd();
});
afterAll(() => rm(dir, { recursive: true }));

const packed = (bytes: Uint8Array) => Buffer.from(zstd.compress(bytes as Buffer, 3));

function skippable(magic: number, bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(magic);
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes]);
}

async function read(bytes: Uint8Array, options: ReadOptions = {}) {
  const file = join(dir, 'crawl.warc.zst');
  await writeFile(file, bytes);
  const pages: PageRecord[] = [];
  const skipped: Skipped[] = [];
  const onSkipped = (one: Skipped) => void skipped.push(one);
  for await (const page of recordsOfWarc(file, {}, { ...options, onSkipped })) pages.push(page);
  return { pages, urls: pages.map(({ url }) => url), skipped, file };
}

const urls = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => `https://example.org/light/${from + n}`);

describe('a WARC.zst', () => {
  it('is read record by record, from the start and after a record', async () => {
    const frames = records.map(packed);
    const { pages, urls: found, file } = await read(Buffer.concat(frames));
    expect(found).toEqual(urls(0, 20));
    expect(pages[1]!.source).toMatchObject({ offset: frames[0]!.length, length: frames[1]!.length });
    expect((await read(Buffer.concat(frames), { after: pages[11]!.source })).urls).toEqual(urls(12, 20));
    expect(await inputOf(file)).toMatchObject({ kind: 'warc' });
    expect(await isSplittable(file)).toBe(false);
  });

  it.each([
    ['as it is', (dictionary: Buffer) => dictionary],
    ['packed', (dictionary: Buffer) => packed(dictionary)],
  ])('may have a dictionary before all records, %s', async (_, stored) => {
    const dictionary = Buffer.concat(pageRecords(3));
    const context = zstd.createCCtx();
    const frames = records.map(record => Buffer.from(zstd.compressUsingDict(context, record, dictionary, 3)));
    const all = Buffer.concat([skippable(0x184d2a5d, stored(dictionary)), ...frames]);
    const { pages, urls: found } = await read(all);
    expect(found).toEqual(urls(0, 20));
    expect((await read(all, { after: pages[11]!.source })).urls).toEqual(urls(12, 20));
  });

  it('may be a single large frame', async () => {
    const { urls: found } = await read(packed(Buffer.concat(records)), { maxSize: 4000 });
    expect(found).toEqual(urls(0, 20));
  });

  it('may contain frames without a size, and skippable frames', async () => {
    const record = warcRecord({ url: 'https://example.org/light/0' });
    // A frame with a single raw block, without a content size and with a window of 1 KB.
    const block = Buffer.alloc(3);
    block.writeUIntLE((record.length << 3) | 1, 0, 3);
    const plain = Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0]), block, record]);
    const { urls: found } = await read(
      Buffer.concat([plain, skippable(0x184d2a50, record), packed(records[1]!)]),
    );
    expect(found).toEqual(urls(0, 2));
  });

  it('is read past damage, which is reported', async () => {
    const frames = records.map(packed);
    const broken = Buffer.from(frames[5]!);
    broken.fill(0xff, 9, 60);
    const { urls: found, skipped } = await read(Buffer.concat(frames.with(5, broken)));
    expect(found).toEqual([...urls(0, 5), ...urls(6, 20)]);
    expect(skipped).toMatchObject([{ reason: 'lost', length: broken.length }]);
    const cut = Buffer.concat(frames).subarray(0, -10);
    expect((await read(cut)).urls).toEqual(urls(0, 19));
  });

  it('yields no page that is larger than allowed', async () => {
    const large = warcRecord({ url: 'https://example.org/large', body: `<p>${'x'.repeat(2_000_000)}` });
    const { urls: found, skipped } = await read(Buffer.concat([packed(large), packed(records[0]!)]), {
      maxSize: 10_000,
    });
    expect(found).toEqual(urls(0, 1));
    expect(skipped.map(({ reason }) => reason)).toEqual(['too-large']);
  });
});
