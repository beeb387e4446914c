import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { hasRedisServer } from './testing/redis-server.js';
import { setStage } from './testing/stage.js';
import { until } from './testing/until.js';
import { slowPages } from './testing/warc-file.js';

/** Real worker processes on a real Redis that fails: every page is written once. */
const stage = setStage();

describe.skipIf(!hasRedisServer)('workers', () => {
  it('survive a restart of Redis, and report it', async () => {
    const own = await stage.redis();
    const fleet = await stage.fleet('restarted', own.url);
    const digests = await fleet.enqueuePages(slowPages(80), 8);
    const workers = [fleet.startWorker(), fleet.startWorker()];
    await until(async () => (await fleet.count('completed')) > 0, 'a finished job');
    await own.stop('SIGKILL');
    await sleep(700);
    await own.start();
    await fleet.untilEmpty();
    expect(await Promise.all(workers.map(worker => worker.ended()))).toEqual([0, 0]);
    expect(await fleet.digests()).toEqual([...digests].sort());
    expect(workers[0]!.stderr()).toMatch(/Redis at 127\.0\.0\.1:\d+ does not respond .* no data is lost/);
    expect(workers[0]!.stderr()).toMatch(/is back/);
  });

  it('wait for a Redis that is not running yet', async () => {
    const own = await stage.redis();
    const fleet = await stage.fleet('late', own.url);
    const digests = await fleet.enqueuePages(['', ''], 1);
    await own.stop();
    const worker = fleet.startWorker();
    await until(() => worker.stderr().includes('does not respond'), 'a word about Redis');
    await own.start();
    expect(await worker.ended()).toBe(0);
    expect(await fleet.digests()).toEqual([...digests].sort());
  });

  it('recover when their connections are cut', async () => {
    const fleet = await stage.fleet('cut', (await stage.redis()).url);
    const digests = await fleet.enqueuePages(slowPages(60), 6);
    fleet.startWorker();
    for (let i = 0; i < 5; i++) {
      await until(async () => (await fleet.count('active', 'completed')) > i, 'work under way');
      await fleet.redis.call('CLIENT', 'KILL', 'TYPE', 'normal');
    }
    await fleet.untilEmpty();
    expect(await fleet.digests()).toEqual([...digests].sort());
  });

  it('finish their current jobs on SIGTERM', async () => {
    const fleet = await stage.fleet('drain');
    await fleet.enqueuePages(slowPages(120), 6);
    const worker = fleet.startWorker();
    await until(async () => (await fleet.count('active')) > 0, 'a job in hand');
    worker.process.kill('SIGTERM');
    expect(await worker.ended()).toBe(0);
    expect(await fleet.count('active')).toBe(0);
    expect(await fleet.count('waiting', 'prioritized')).toBeGreaterThan(0);
    const finished = await fleet.queue.jobs.getCompleted();
    expect(await fleet.rows()).toHaveLength(finished.reduce((sum, job) => sum + job.returnvalue.rows, 0));
  });
});
