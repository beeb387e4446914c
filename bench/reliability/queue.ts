import { setTimeout as sleep } from 'node:timers/promises';
import { deadLetters } from '../../packages/fleet/src/queue/dead-letters.js';
import { hasRedisServer, startTestRedis } from '../../packages/fleet/src/queue/testing/redis-server.js';
import { SmallFleet, type TestWorker } from '../../packages/fleet/src/queue/testing/small-fleet.js';
import { numbers } from '../generated-pages.js';
import { compared, type Outcome, type Size } from './figures.js';

const WORKERS = 2;
const PAGES_A_JOB = 40;

/** Kills Redis during writes and workers during jobs. */
export async function tryQueue({ jobPages: pages, rounds }: Size): Promise<Outcome> {
  if (!hasRedisServer) return { figures: [['not tried', 'there is no redis-server here']], faults: [] };
  const redis = await startTestRedis();
  const fleet = await SmallFleet.start(redis.url, 'reliability');
  const counts = { redis: 0, workers: 0 };
  try {
    const attributes = Array.from({ length: pages }, () => 'data-pause="5"');
    const digests = await fleet.enqueuePages(attributes, Math.ceil(pages / PAGES_A_JOB));
    const next = numbers(11);
    const alive: TestWorker[] = Array.from({ length: WORKERS }, () => fleet.startWorker());
    const open = () => fleet.count('waiting', 'prioritized', 'delayed', 'active');
    for (let kills = 0; kills < rounds && (await open()) > 0; kills++) {
      await sleep(500 + 2000 * next());
      if (next() < 0.4) {
        await redis.stop('SIGKILL');
        counts.redis++;
        await sleep(200 + 600 * next());
        await redis.start();
      } else {
        const place = Math.floor(next() * WORKERS);
        await alive[place]!.kill();
        counts.workers++;
        alive[place] = fleet.startWorker();
      }
    }
    // A worker that finds the queue empty ends; one more finishes the rest.
    for (let i = 0; i < WORKERS; i++) if (alive[i]!.process.exitCode !== null) alive[i] = fleet.startWorker();
    await fleet.untilEmpty(600_000);
    const found = await fleet.digests();
    const dead = (await deadLetters(fleet.queue)).length;
    const faults = compared(digests, found);
    if (dead > 0) faults.push(`${dead} jobs given up`);
    return {
      figures: [
        ['pages', pages],
        ['jobs', Math.ceil(pages / PAGES_A_JOB)],
        ['times Redis was killed (SIGKILL) and started again', counts.redis],
        ['times a worker was killed (SIGKILL) and replaced', counts.workers],
        ['pages that came out', found.length],
        ['pages lost, doubled or different', faults.length === 0 ? 0 : faults.join(', ')],
        ['jobs given up', dead],
      ],
      faults,
    };
  } finally {
    await fleet.remove();
    await redis.remove();
  }
}
