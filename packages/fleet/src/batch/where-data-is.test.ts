import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { closeServers } from '@webpith/fetch/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { KEYS, objectStore } from '../../../sources/src/testing/object-store.js';
import { rowsOfShard } from '../output/read.js';
import type { Row } from '../output/row.js';
import { jobsFromInputs } from '../queue/enqueue.js';
import { HOSTILE } from '../testing/records.js';
import { gzipMembers, pageRecords, testPage, warcRecord } from '../testing/warc.js';
import { type BatchOptions, runBatch } from './batch.js';

/** Batches over remote crawls, and batches with a page filter. */
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-where-'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  closeServers();
  await rm(dir, { recursive: true });
});

let folders = 0;
async function batch(options: Partial<BatchOptions> & Pick<BatchOptions, 'inputs'>) {
  const out = options.out ?? join(dir, `out-${folders++}`);
  const summary = await runBatch({
    format: 'ndjson',
    workers: 2,
    shardRows: 20,
    extractor: HOSTILE,
    columns: ['text'],
    allowPrivate: true,
    ...options,
    out,
  });
  const rows: Row[] = [];
  for (const name of (await readdir(out)).filter(name => name.startsWith('shard-')).sort())
    for await (const row of rowsOfShard(join(out, name))) rows.push(row);
  return { summary, rows, out };
}

describe('a batch over a list in an object store', () => {
  it('reads the listed files by ranges and gives the same rows as local files', async () => {
    // Large enough for several ranges.
    const noise = Array.from({ length: 60 }, (_, n) =>
      warcRecord({ url: `https://example.org/noise/${n}`, body: noiseOf(n, 100_000) }),
    );
    const [one, two] = [gzipMembers(noise), gzipMembers(pageRecords(10))];
    const list = gzipSync('crawl/one.warc.gz\ncrawl/two.warc.gz\n');
    const objects = {
      'crawls/crawl/one.warc.gz': one,
      'crawls/crawl/two.warc.gz': two,
      'crawls/warc.paths.gz': list,
    };
    const store = await objectStore(objects);
    for (const [name, value] of Object.entries({ ...KEYS, AWS_ENDPOINT_URL: store.address }))
      vi.stubEnv(name, value);
    await Promise.all([writeFile(join(dir, 'one.warc.gz'), one), writeFile(join(dir, 'two.warc.gz'), two)]);
    const here = await batch({ inputs: [join(dir, 'one.warc.gz'), join(dir, 'two.warc.gz')] });
    const there = await batch({ inputs: ['s3://crawls/warc.paths.gz'] });
    expect(there.summary).toMatchObject({ pages: 70, errors: 0, lostBytes: 0 });
    const position = ({ url, digest, offset, length }: Row) => ({ url, digest, offset, length });
    expect(there.rows.map(position)).toEqual(here.rows.map(position));
    expect(there.rows.at(-1)!.file).toBe('s3://crawls/crawl/two.warc.gz');
    expect(store.requests.filter(each => each.includes('.warc.gz') && !each.includes('bytes='))).toEqual([]);
  });

  it('is rejected by the queue, whose workers use their own store', async () => {
    for (const input of ['s3://crawls/warc.paths.gz', 's3://crawls/one.warc.gz'])
      await expect(jobsFromInputs([input], { root: dir }).next()).rejects.toThrow('pith batch');
  });
});

describe('a batch with a filter', () => {
  const line = (n: number) =>
    `<p>Am ${n}. Morgen war das Meer noch ruhig, und die Fischer warteten auf den Wind, der erst gegen Mittag kam und nicht mehr nachließ.</p>`;
  const german = (n: number) =>
    `<html lang="de-AT"><title>Tag ${n}</title><body><article><h1>Tag ${n}</h1>${line(n)}${line(n + 100)}${line(n + 200)}</article></body></html>`;
  const pages = Array.from({ length: 50 }, (_, n) =>
    warcRecord({ url: `https://example.org/${n}`, body: n % 5 === 0 ? german(n) : testPage(n) }),
  );
  const wanted = Array.from({ length: 10 }, (_, n) => `https://example.org/${5 * n}`);
  const filter = { languages: ['de'] };
  const real = { extractor: 'webpith' } as const;

  it('writes the rows of matching pages and counts the others', async () => {
    const input = join(dir, 'mixed.warc.gz');
    await writeFile(input, gzipMembers(pages));
    const { summary, rows } = await batch({ ...real, inputs: [input], filter, shardRows: 3 });
    expect(rows.map(({ url }) => url)).toEqual(wanted);
    expect(summary).toMatchObject({ pages: 10, errors: 0, skipped: { filtered: 40 } });
  });

  it('filters pages from NDJSON too, and keeps failed pages', async () => {
    const lines = Array.from({ length: 20 }, (_, n) =>
      JSON.stringify({ id: n, html: n % 5 === 0 ? german(n) : testPage(n) }),
    );
    const input = join(dir, 'mixed.ndjson');
    await writeFile(input, `${lines.join('\n')}\n{"id":"none"}\n`);
    const { summary, rows } = await batch({ ...real, inputs: [input], filter });
    expect(rows.map(({ id }) => id)).toEqual(['0', '5', '10', '15', 'none']);
    expect(summary).toMatchObject({ pages: 5, errors: 1, skipped: { filtered: 16 } });
  });

  it('filters by type and confidence, and writes no empty shard if nothing matches', async () => {
    const inputs = [join(dir, 'mixed.warc.gz')];
    const all = await batch({ ...real, inputs, columns: ['type', 'confidence'] });
    const { type, confidence = 0 } = all.rows[0]!;
    const same = await batch({ ...real, inputs, filter: { types: [type!], confidence: confidence - 0.001 } });
    expect(same.summary.pages).toBeGreaterThan(0);
    const none = await batch({ ...real, inputs, filter: { confidence: 1 } });
    expect(none.summary).toMatchObject({ pages: 0, shards: 0, skipped: { filtered: 50 } });
  });

  it('recovers from a dead thread', async () => {
    const hostile = pages.with(7, warcRecord({ url: 'https://example.org/7', body: 'CRASHES' }));
    const input = join(dir, 'hostile.warc.gz');
    await writeFile(input, gzipMembers(hostile));
    // The test extractor returns no language: only the page that kills the thread yields a row.
    const { summary, rows } = await batch({ inputs: [input], filter });
    expect(rows.map(({ url }) => url)).toEqual(['https://example.org/7']);
    expect(summary).toMatchObject({ pages: 1, errors: 1, skipped: { filtered: 49 } });
  });

  it('does not resume under another filter', async () => {
    const inputs = [join(dir, 'mixed.warc.gz')];
    const { out } = await batch({ inputs, filter });
    await expect(batch({ inputs, out })).rejects.toThrow('filter');
    expect((await batch({ inputs, out, filter })).summary.skipped).toEqual({ filtered: 50 });
  });
});

/** Incompressible text. */
function noiseOf(seed: number, length: number): string {
  let state = seed + 1;
  const next = () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return String.fromCharCode(97 + ((state >> 16) % 26));
  };
  return `<p>${Array.from({ length }, next).join('')}</p>`;
}
