import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, truncate, unlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crawl } from '../crawl/crawl.js';
import { HOSTILE } from '../testing/records.js';
import { gzipMembers, pageRecords } from '../testing/warc.js';
import { type BatchOptions, runBatch } from './batch.js';

let dir: string;
let warc: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-resume-'));
  warc = join(dir, 'crawl.warc.gz');
  await writeFile(warc, gzipMembers(pageRecords(90)));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const optionsFor = (out: string): BatchOptions => ({
  ...{ inputs: [warc], out: join(dir, out), format: 'ndjson', workers: 1, shardRows: 20 },
  ...{ extractor: HOSTILE, columns: ['text'] },
});

/** A batch stopped after some shards. */
async function stoppedBatch(out: string): Promise<BatchOptions> {
  const options = optionsFor(out);
  const controller = new AbortController();
  const onProgress: BatchOptions['onProgress'] = ({ pages }) => pages >= 50 && controller.abort();
  await runBatch({ ...options, signal: controller.signal, onProgress }).catch(() => {});
  return options;
}

/** Changes to a shard between two runs; some keep its length and times. */
const MISHAPS: Readonly<Record<string, (shard: string) => Promise<unknown>>> = {
  missing: unlink,
  truncated: async shard => writeFile(shard, (await readFile(shard)).subarray(0, 100)),
  longer: shard => writeFile(shard, '{}\n', { flag: 'a' }),
  modified: async shard => {
    const { atime, mtime } = await stat(shard);
    await writeFile(shard, (await readFile(shard, 'latin1')).replace('keeper', 'sleepe'), 'latin1');
    await utimes(shard, atime, mtime);
  },
};

describe('a resumed batch', () => {
  it.each(Object.entries(MISHAPS))('rejects a shard that is %s, and names it', async (name, happen) => {
    const options = await stoppedBatch(name);
    const shard = join(options.out, 'shard-00001.ndjson');
    await happen(shard);
    const again = runBatch(options);
    await expect(again).rejects.toMatchObject({ name: 'FleetError', code: 'bad-output' });
    await expect(again).rejects.toThrow(/shard-00001\.ndjson/);
  });

  it('continues when all shards are unchanged', async () => {
    const options = await stoppedBatch('fine');
    expect((await runBatch(options)).pages).toBe(90);
    expect((await runBatch(options)).before).toBe(90);
  });
});

/** A tiny disk, if this machine allows mounting one. */
const small = join(tmpdir(), `pith-small-disk-${process.pid}`);
const hasSmallDisk =
  process.platform === 'linux' &&
  spawnSync('sh', ['-c', `mkdir -p ${small} && mount -t tmpfs -o size=64k tmpfs ${small}`]).status === 0;
if (!hasSmallDisk) process.stderr.write('full disks are not tested: no tmpfs can be mounted here\n');

/** Fills the disk, leaving `room` kilobytes. */
async function leave(room: number): Promise<void> {
  const ballast = join(small, 'ballast');
  await writeFile(ballast, Buffer.alloc(1 << 20)).catch(() => {});
  await truncate(ballast, (await stat(ballast)).size - room * 1024);
}

describe.skipIf(!hasSmallDisk)('a full disk', () => {
  afterAll(() => {
    spawnSync('umount', ['--lazy', small]);
    spawnSync('rmdir', [small]);
  });

  it('is reported wherever a batch runs into it', async () => {
    // From too little space for a folder to enough for some shards.
    for (const room of [0, 4, 8, 12, 24]) {
      const out = join(small, 'out');
      await mkdir(out, { recursive: true });
      await leave(room);
      const failed = await runBatch({ ...optionsFor(''), out, shardRows: 30 }).catch(error => error);
      expect(failed).toMatchObject({ name: 'FleetError', code: 'disk-full' });
      expect(failed.message).toContain('the disk is full');
      await rm(out, { recursive: true });
      await rm(join(small, 'ballast'));
    }
  });

  it('is reported wherever a crawl runs into it', async () => {
    for (const room of [0, 4, 16]) {
      const out = join(small, 'crawl');
      await mkdir(out, { recursive: true });
      await leave(room);
      const failed = await crawl(['http://127.0.0.1:1/'], out, { delay: 0 }).catch(error => error);
      expect(failed).toMatchObject({ name: 'FleetError', code: 'disk-full' });
      await rm(out, { recursive: true });
      await rm(join(small, 'ballast'));
    }
  });
});
