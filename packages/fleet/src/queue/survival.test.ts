import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { deadLetters } from './dead-letters.js';
import { hasRedisServer } from './testing/redis-server.js';
import { setStage } from './testing/stage.js';
import { until } from './testing/until.js';
import { slowPages } from './testing/warc-file.js';

/** Real worker processes on a real Redis. */
const stage = setStage();

describe.skipIf(!hasRedisServer)('workers', () => {
  it('that are killed in mid-job lose no page and repeat none', async () => {
    const fleet = await stage.fleet('killed');
    const digests = await fleet.enqueuePages(slowPages(150), 10);
    for (let i = 0; i < 3; i++) fleet.startWorker();
    for (const worker of [...fleet.workers]) {
      await until(async () => (await fleet.count('active')) > 0, 'a job in hand');
      await sleep(60);
      await worker.kill();
      fleet.startWorker();
    }
    await fleet.untilEmpty();
    expect(await fleet.digests()).toEqual([...digests].sort());
    expect(await deadLetters(fleet.queue)).toEqual([]);
  });
});
