import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeServers, html, serve } from '@webpith/fetch/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBatch } from '../batch/batch.js';
import { crawl } from '../crawl/crawl.js';
import { folderStore } from '../queue/object-store.js';
import { hasPython, runPython } from '../testing/other-readers.js';
import { gzipMembers, pageRecords, testPage } from '../testing/warc.js';
import { openShard } from './shard.js';

/** File names that Spark, Arrow and Hadoop ignore. */
const PASSED_OVER = /^[._]/;
const SHARD = /^shard-\d{5}\.(?:parquet|ndjson)$/;

const hasPandas = hasPython('how pandas reads a folder', 'pandas', 'pyarrow');
const PAGES = 30;

let dir: string;
let warc: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-folders-'));
  warc = join(dir, 'crawl.warc.gz');
  await writeFile(warc, gzipMembers(pageRecords(PAGES)));
});
afterAll(async () => {
  closeServers();
  await rm(dir, { recursive: true });
});

const batchTo = (out: string) =>
  ({
    inputs: [warc],
    out: join(dir, out),
    format: 'parquet',
    workers: 1,
    shardRows: 10,
    columns: ['title'],
  }) as const;

const strange = async (folder: string) =>
  (await readdir(folder)).filter(name => !PASSED_OVER.test(name) && !SHARD.test(name));

describe('an output folder of a batch', () => {
  it('contains only shards and files that readers ignore, even during writing', async () => {
    const options = batchTo('written');
    await runBatch(options);
    const draft = await openShard(options.out, 'shard-00009.parquet', 'parquet');
    expect(await readdir(options.out)).toContain('_manifest.jsonl');
    expect(await strange(options.out)).toEqual([]);
    expect((await readdir(options.out)).filter(name => name.includes('shard-00009'))).toHaveLength(1);
    await draft.discard();
    expect((await readdir(options.out)).filter(name => name.includes('shard-00009'))).toEqual([]);
  });

  it.skipIf(!hasPandas)('can be read by pandas', async () => {
    const options = batchTo('pandas');
    await runBatch(options);
    const draft = await openShard(options.out, 'shard-00009.parquet', 'parquet');
    const program = `
import json, sys, pandas
pages = pandas.read_parquet(sys.argv[1])
print(json.dumps({"pages": len(pages), "titles": sorted(pages["title"])[:2], "kind": str(pages["date"].dtype)}))`;
    expect(runPython(program, options.out)).toEqual({
      pages: PAGES,
      titles: ['Lighthouse 0', 'Lighthouse 1'],
      kind: expect.stringContaining('UTC'),
    });
    await draft.discard();
  });

  it('is cleared of drafts when the batch is resumed', async () => {
    const options = batchTo('resumed');
    await runBatch(options);
    await writeFile(join(options.out, '_shard-00009.parquet.tmp'), 'half');
    expect(await runBatch(options)).toMatchObject({ pages: PAGES, before: PAGES });
    expect((await readdir(options.out)).filter(name => name.includes('shard-00009'))).toEqual([]);
  });
});

describe('an output folder of a crawl', () => {
  it('contains no other files, also after a resumed crawl', async () => {
    const page = testPage(1).replace('</main>', '<p><a href="/next">More about it</a></p></main>');
    const site = await serve(html(page));
    const out = join(dir, 'crawl');
    const options = { allowPrivate: true, delay: 0, format: 'parquet', depth: 0 } as const;
    const { fetched } = await crawl([`${site}/`], out, options);
    expect(await strange(out)).toEqual([]);
    expect(await crawl([`${site}/`], out, options)).toMatchObject({ fetched });
    expect(await strange(out)).toEqual([]);
  });
});

describe('an output folder of the queue', () => {
  it('contains drafts only under names that readers ignore', async () => {
    const store = folderStore(join(dir, 'queue'));
    const names: string[] = [];
    async function* bytes() {
      yield Buffer.from('half');
      names.push(...(await readdir(join(dir, 'queue/ab'))));
    }
    await store.put('ab/warc-1.ndjson', bytes());
    expect(names).toHaveLength(1);
    expect(names[0]).toMatch(PASSED_OVER);
    await writeFile(join(dir, 'queue/ab/_warc-1.ndjson.0123.part'), 'left by one that died');
    await store.tidy('ab/warc-1.ndjson');
    expect(await readdir(join(dir, 'queue/ab'))).toEqual(['warc-1.ndjson']);
  });
});
