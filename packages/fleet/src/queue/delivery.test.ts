import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { itInSoak } from '../../../../test/tiers.js';
import { deadLetters, putAllBack } from './dead-letters.js';
import { enqueue, jobsFromUrls } from './enqueue.js';
import { folderStore, type ObjectStore } from './object-store.js';
import { freePort, hasRedisServer } from './testing/redis-server.js';
import { testLock } from './testing/small-fleet.js';
import { setStage } from './testing/stage.js';
import { until } from './testing/until.js';
import { slowPages, testPage } from './testing/warc-file.js';
import { work } from './work.js';

/** Jobs that are delivered twice, kill workers, find the disk full or time out: every page is written once. */
const stage = setStage();

describe.skipIf(!hasRedisServer)('a job', () => {
  it('has one output if delivered twice', async () => {
    const fleet = await stage.fleet('twice');
    const digests = await fleet.enqueuePages(slowPages(150), 1);
    fleet.startWorker();
    await until(async () => (await fleet.count('active')) === 1, 'the job in hand');
    const [job] = await fleet.queue.jobs.getActive();
    const lock = `${fleet.queue.jobs.toKey(job!.id!)}:lock`;
    fleet.startWorker();
    // Without its lock the job counts as abandoned, although the first worker is still running it.
    const taken = async () => Number((await fleet.queue.jobs.getJob(job!.id!))?.attemptsStarted) > 1;
    await until(async () => {
      if (await taken()) return true;
      await fleet.redis.del(lock);
      return false;
    }, 'a second delivery');
    await fleet.untilEmpty();
    await Promise.all(fleet.workers.map(worker => worker.ended()));
    expect(await fleet.digests()).toEqual([...digests].sort());
  });

  itInSoak('moves a page that kills its workers to the dead letters after three tries', async () => {
    const fleet = await stage.fleet('poison');
    const digests = await fleet.enqueuePages(['', 'data-throw', '', 'data-kill', '', ''], 1);
    let deaths = 0;
    for (; deaths < 10; deaths++) if ((await fleet.startWorker().ended()) === 0) break;
    expect(deaths).toBe(3);
    expect(
      (await readdir(fleet.outFolder, { recursive: true })).filter(name => name.endsWith('.part')),
    ).toEqual([]);
    const rest = digests.filter((_, number) => number !== 3).sort();
    expect(await fleet.digests()).toEqual(rest);
    const [letter, ...others] = await deadLetters(fleet.queue);
    expect(others).toEqual([]);
    expect(letter!.reason).toMatch(/killed its worker 3 times/);
    expect(letter!.about).toMatch(/the page at \d+ of pages\.warc\.gz/);
    const failed = (await fleet.rows()).filter(({ error }) => error !== undefined);
    expect(failed.map(({ error }) => error)).toEqual(['Error: this page throws']);
    // A job that was put back runs alone.
    expect(await putAllBack(fleet.queue)).toHaveLength(1);
    expect(await fleet.startWorker().ended()).toBe('SIGKILL');
    expect(await fleet.digests()).toEqual(rest);
  });
});

describe.skipIf(!hasRedisServer)('a worker on a full disk', () => {
  it('stops with the path and loses nothing', async () => {
    const fleet = await stage.fleet('full');
    const digests = await fleet.enqueuePages(['', '', '', ''], 2);
    const good = folderStore(fleet.outFolder);
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const output: ObjectStore = { ...good, put: () => Promise.reject(full) };
    const common = {
      redis: fleet.redis,
      queue: 'full',
      input: folderStore(fleet.folder),
      pool: { workers: 1 },
    };
    await expect(work({ ...common, output })).rejects.toThrow(
      /cannot write shards to .*out: the disk is full/,
    );
    expect(await fleet.count('waiting', 'prioritized')).toBe(2);
    const summary = await work({ ...common, output: good, untilEmpty: true });
    expect(summary).toMatchObject({ jobs: 2, rows: 4, failures: 0 });
    expect(await fleet.digests()).toEqual([...digests].sort());
  });
});

describe.skipIf(!hasRedisServer)('addresses', () => {
  it('are fetched with a delay per host across workers, retried on failure, and written once', async () => {
    const requests: { path: string; at: number }[] = [];
    let isBroken = true;
    const web = createServer((request, response) => {
      const path = request.url ?? '';
      requests.push({ path, at: performance.now() });
      const status = path === '/missing' ? 404 : path === '/4' && isBroken ? 503 : 200;
      if (path === '/4') isBroken = false;
      response.writeHead(status, { 'content-type': 'text/html' }).end(testPage(Number(path.slice(1)) || 0));
    });
    await new Promise<void>(resolve => web.listen(0, '127.0.0.1', resolve));
    const site = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
    const fleet = await stage.fleet('polite');
    const urls = [...Array.from({ length: 9 }, (_, i) => `${site}/${i}`), `${site}/missing`];
    await enqueue(fleet.queue, jobsFromUrls(urls, 5), { backoff: 100 });
    const hostDelay = 60;
    // Long enough that a busy machine does not make a worker look dead.
    fleet.startWorker({ hostDelay, lock: 60_000 });
    fleet.startWorker({ hostDelay, lock: 60_000 });
    await fleet.untilEmpty();
    web.close();
    const rows = await fleet.rows();
    expect(rows.map(({ id }) => id).sort()).toEqual([...urls].sort());
    expect(rows.filter(({ error }) => error !== undefined).map(({ id }) => id)).toEqual([`${site}/missing`]);
    expect(requests.filter(({ path }) => path === '/4')).toHaveLength(2);
    // Turns are kept in Redis. A request may be sent late, so two can be close, but not on average.
    const span = requests.at(-1)!.at - requests[0]!.at;
    expect(span / (requests.length - 1)).toBeGreaterThan(hostDelay * 0.9);
    expect(await deadLetters(fleet.queue)).toEqual([]);
  });

  it('that never respond become dead letters', async () => {
    const fleet = await stage.fleet('nobody');
    const url = `http://127.0.0.1:${await freePort()}/page`;
    await enqueue(fleet.queue, jobsFromUrls([url]), { attempts: 2, backoff: 20 });
    const summary = await work({
      redis: fleet.redis,
      queue: 'nobody',
      input: folderStore(fleet.folder),
      output: folderStore(fleet.outFolder),
      pool: { workers: 1 },
      hostDelay: 10,
      allowPrivate: true,
      untilEmpty: true,
      lock: testLock,
    });
    expect(summary).toMatchObject({ jobs: 0, failures: 2 });
    expect((await deadLetters(fleet.queue)).map(({ about }) => about)).toEqual([url]);
  });
});
