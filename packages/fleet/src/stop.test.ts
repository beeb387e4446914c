import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeServers, html, serve } from '@webpith/fetch/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBatch } from './batch/batch.js';
import { MANIFEST } from './batch/manifest.js';
import { crawl } from './crawl/crawl.js';
import { rowsOfShard } from './output/read.js';
import { runPipe } from './pipe/pipe.js';
import { untilStopped } from './stop.js';
import { HOSTILE } from './testing/records.js';
import { pageRecords, testPage, warcRecord } from './testing/warc.js';

/** Longer than any test: stopping must not wait for it. */
const AGES = 600_000;

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-stop-'));
});
afterAll(async () => {
  closeServers();
  await rm(dir, { recursive: true });
});

describe('stopping does not wait for the page being processed', () => {
  it('in a batch, which keeps finished rows', async () => {
    const bad = join(dir, 'hangs.warc');
    await writeFile(bad, Buffer.concat([...pageRecords(40), warcRecord({ body: 'HANGS' })]));
    const out = join(dir, 'batch');
    const controller = new AbortController();
    let kept = 0;
    const stopped = runBatch({
      ...{ inputs: [bad], out, format: 'ndjson', workers: 1, extractor: HOSTILE, timeLimit: AGES },
      signal: controller.signal,
      onProgress({ pages }) {
        kept = pages;
        // No more progress by then: the thread is stuck on the page that hangs.
        if (pages >= 32) setTimeout(() => controller.abort(), 200);
      },
    });
    await expect(stopped).rejects.toThrow(/run the same command again/);
    expect((await readdir(out)).sort()).toEqual([MANIFEST, 'shard-00000.ndjson']);
    let rows = 0;
    for await (const _ of rowsOfShard(join(out, 'shard-00000.ndjson'))) rows++;
    expect(rows).toBe(kept);
  });

  it('in a pipe, whether a page or the writer hangs', async () => {
    for (const [page, write] of [
      ['HANGS', async () => {}],
      ['fine', () => new Promise<void>(() => {})],
    ] as const) {
      const controller = new AbortController();
      async function* input() {
        yield `${JSON.stringify({ html: page })}\n`;
        setTimeout(() => controller.abort(new Error('enough')), 500);
        await new Promise(() => {});
      }
      const { signal } = controller;
      const piped = runPipe({ input: input(), write, extractor: HOSTILE, timeLimit: AGES, signal });
      await expect(piped).rejects.toThrow('enough');
    }
  });

  it('in a crawl, which resumes with that page', async () => {
    const site = await serve(html(testPage(1)));
    const controller = new AbortController();
    const options = { allowPrivate: true, delay: 0, depth: 0, format: 'ndjson' } as const;
    const extract = () => {
      controller.abort();
      return new Promise<never>(() => {});
    };
    const out = join(dir, 'crawl');
    const stopped = await crawl([`${site}/`], out, { ...options, extract, signal: controller.signal });
    expect(stopped).toMatchObject({ fetched: 0, waiting: 1 });
    expect(await crawl([`${site}/`], out, options)).toMatchObject({ pages: 1, waiting: 0 });
  });
});

describe('untilStopped', () => {
  it('yields the values, passes on errors, and ends with the signal', async () => {
    async function* numbers() {
      yield 1;
      yield 2;
      throw new Error('no three');
    }
    const given: number[] = [];
    const all = async () => {
      for await (const number of untilStopped(numbers(), undefined)) given.push(number);
    };
    await expect(all()).rejects.toThrow('no three');
    expect(given).toEqual([1, 2]);
    const controller = new AbortController();
    for await (const number of untilStopped(numbers(), controller.signal)) {
      given.push(number);
      controller.abort();
    }
    expect(given).toEqual([1, 2, 1]);
  });
});
