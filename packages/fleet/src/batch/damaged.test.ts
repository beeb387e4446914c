import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { closeServers, html, serve } from '@webpith/fetch/testing';
import { type PageRecord, type ReadOptions, recordsOf, type Skipped } from '@webpith/sources';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE } from '../testing/records.js';
import { runBatch } from './batch.js';

let dir: string;
let site: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-damaged-'));
  site = await serve((request, response) => {
    if (request.url === '/gone.xml') response.writeHead(404).end();
    else if (request.url === '/broken.xml') response.writeHead(200).end(gzipSync('<urlset>').subarray(0, 12));
    else if (request.url === '/good.xml')
      response.writeHead(200).end(`<urlset><url><loc>${site}/story</loc></url></urlset>`);
    else html(`<p>page ${request.url}</p>`)(request, response);
  });
});
afterAll(async () => {
  closeServers();
  await rm(dir, { recursive: true });
});

async function fileOf(name: string, content: Uint8Array): Promise<string> {
  await writeFile(join(dir, name), content);
  return join(dir, name);
}

async function read(input: string, options: ReadOptions = {}) {
  const records: PageRecord[] = [];
  const lost: Skipped[] = [];
  const onSkipped = (skipped: Skipped) => lost.push(skipped);
  for await (const record of recordsOf(input, { allowPrivate: true, onSkipped, ...options }))
    records.push(record);
  return { records, lost, ids: records.map(({ id, error }) => error ?? id) };
}

const line = (id: number) => `${JSON.stringify({ id: String(id), html: `page ${id} ${noise(id)}` })}\n`;
/** Text that compresses badly, so that each byte of the file affects few lines. */
function noise(seed: number): string {
  let value = seed + 1;
  return Array.from({ length: 200 }, () => {
    value = (value * 48271) % 2147483647;
    return value.toString(36);
  }).join(' ');
}
const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => String(from + n));
const lines = (from: number, to: number) =>
  ids(from, to)
    .map(id => line(Number(id)))
    .join('');

/** The same bytes with some of them overwritten. */
function damaged(bytes: Uint8Array, at: number, length = 20): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(0xff, at, at + length);
  return copy;
}

describe('a damaged .ndjson.gz', () => {
  it('yields the lines before a truncation', async () => {
    const whole = gzipSync(lines(0, 60));
    const file = await fileOf('cut.ndjson.gz', whole.subarray(0, whole.length / 2));
    const { ids: found, lost } = await read(file);
    expect(found.length).toBeGreaterThan(20);
    expect(found).toEqual(ids(0, found.length));
    expect(lost).toMatchObject([{ reason: 'lost', file }]);
  });

  it('yields the lines before damage in the middle', async () => {
    const whole = gzipSync(lines(0, 60));
    const file = await fileOf('broken.ndjson.gz', damaged(whole, Math.floor(whole.length * 0.6)));
    const { records, ids: found, lost } = await read(file);
    expect(found.length).toBeGreaterThan(20);
    expect(found.slice(0, 20)).toEqual(ids(0, 20));
    expect(records.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(lost).toMatchObject([{ reason: 'lost', file }]);
    expect(lost[0]!.length).toBeGreaterThan(0);
  });

  it('continues at the next gzip member after the damage', async () => {
    const members = [gzipSync(lines(0, 10)), gzipSync(lines(10, 20)), gzipSync(lines(20, 30))];
    const second = members[0]!.length;
    const file = await fileOf(
      'members.ndjson.gz',
      damaged(Buffer.concat(members), second + 1, members[1]!.length - 2),
    );
    const { ids: found, lost } = await read(file);
    expect(found).toEqual([...ids(0, 10), ...ids(20, 30)]);
    expect(lost).toMatchObject([{ reason: 'lost', offset: second, length: members[1]!.length }]);
  });

  it('yields no partial lines', async () => {
    const text = lines(0, 30);
    // Members are cut at arbitrary bytes, so some lines span two of them.
    const third = Math.floor(text.length / 3);
    const members = [text.slice(0, third), text.slice(third, 2 * third), text.slice(2 * third)].map(part =>
      gzipSync(part),
    );
    const at = members[0]!.length;
    const file = await fileOf(
      'halves.ndjson.gz',
      damaged(Buffer.concat(members), at + 1, members[1]!.length - 2),
    );
    const { records, ids: found } = await read(file);
    expect(records.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(found.length).toBeGreaterThan(15);
    expect(found).toContain('0');
    expect(found).toContain('29');
  });

  it('can be resumed after any page without counting earlier losses again', async () => {
    const members = [gzipSync(lines(0, 5)), gzipSync(lines(5, 10)), gzipSync(lines(10, 15))];
    const at = members[0]!.length;
    const file = await fileOf(
      'again.ndjson.gz',
      damaged(Buffer.concat(members), at + 1, members[1]!.length - 2),
    );
    const { records } = await read(file);
    for (const [place, record] of records.entries()) {
      const rest = await read(file, { after: record.source });
      expect(rest.ids).toEqual(records.slice(place + 1).map(({ id }) => id));
      expect(rest.lost).toHaveLength(place < 5 ? 1 : 0);
    }
  });

  it('does not stop a batch, which counts the loss', async () => {
    const whole = gzipSync(lines(0, 60));
    const broken = await fileOf('batch.ndjson.gz', whole.subarray(0, whole.length / 2));
    const good = await fileOf('good.ndjson', Buffer.from(lines(60, 70)));
    const options = { inputs: [broken, good], out: join(dir, 'out'), format: 'ndjson', workers: 1 } as const;
    const summary = await runBatch({ ...options, extractor: HOSTILE, columns: ['text'] });
    expect(summary).toMatchObject({ errors: 0, skipped: { lost: 1 } });
    expect(summary.pages).toBeGreaterThan(30);
  });
});

describe('a list of addresses', () => {
  it('can be compressed, and yields the addresses before damage', async () => {
    const addresses = Array.from(
      { length: 400 },
      (_, n) => `${site}/${noise(n).slice(0, 40).replaceAll(' ', '')}\n`,
    );
    const whole = gzipSync(`# list\n${addresses.slice(0, 3).join('')}`);
    const fine = await read(await fileOf('list.txt.gz', whole));
    expect(fine.records.map(({ url }) => `${url}\n`)).toEqual(addresses.slice(0, 3));
    const long = gzipSync(`# list\n${addresses.join('')}`);
    const file = await fileOf('long.txt.gz', long.subarray(0, 1500));
    const { records, lost } = await read(file);
    expect(records.map(({ url }) => `${url}\n`)).toEqual(addresses.slice(0, records.length));
    expect(records.length).toBeGreaterThan(0);
    expect(lost).toMatchObject([{ reason: 'lost', file }]);
  });
});

describe('a sitemap', () => {
  it('skips and counts the sitemaps of an index that fail to load', async () => {
    const loc = (name: string) => `<sitemap><loc>${site}/${name}.xml</loc></sitemap>`;
    const names = ['gone', 'broken', 'good'].map(loc).join('');
    const index = await fileOf('index.xml', Buffer.from(`<sitemapindex>${names}</sitemapindex>`));
    const { records, lost } = await read(index);
    expect(records.map(({ url }) => url)).toEqual([`${site}/story`]);
    expect(lost.map(({ reason, file }) => [reason, file])).toEqual([
      ['lost', `${site}/gone.xml`],
      ['lost', `${site}/broken.xml`],
    ]);
  });

  it('yields the addresses before a truncation', async () => {
    const all = Array.from(
      { length: 300 },
      (_, n) => `<url><loc>${site}/${noise(n).slice(0, 30).replaceAll(' ', '')}</loc></url>`,
    );
    const whole = gzipSync(`<urlset>${all.join('')}</urlset>`);
    const { records, lost } = await read(await fileOf('cut.xml.gz', whole.subarray(0, 1500)));
    expect(records.length).toBeGreaterThan(0);
    expect(records.every(({ error }) => error === undefined)).toBe(true);
    expect(lost).toMatchObject([{ reason: 'lost' }]);
  });

  it('is an error if it is missing', async () => {
    await expect(read(`${site}/gone.xml`)).rejects.toMatchObject({ code: 'bad-input' });
  });
});
