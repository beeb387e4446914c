import { setTimeout as sleep } from 'node:timers/promises';
import { deadLetters } from '../../packages/fleet/src/queue/dead-letters.js';
import { hasRedisServer, startTestRedis } from '../../packages/fleet/src/queue/testing/redis-server.js';
import { SmallFleet, type TestWorker } from '../../packages/fleet/src/queue/testing/small-fleet.js';
import { startPostgres, whyNoPostgres } from '../../packages/store/src/testing/postgres.js';
import { numbers } from '../generated-pages.js';
import { compared } from '../reliability/figures.js';
import { tryWriters } from '../reliability/store.js';
import type { Fault } from './fault.js';
import { proxyTo } from './proxy.js';

const PAGES_A_JOB = 20;

function howItIs({ process: { pid, exitCode, signalCode }, stderr }: TestWorker): string {
  return `worker ${pid}: ${exitCode ?? signalCode ?? 'runs'}, ${stderr().slice(-400)}`;
}

export const redisAway: Fault = {
  name: 'redis',
  title: 'Redis restarted and cut off in the middle',
  async run({ pages, rounds }) {
    if (!hasRedisServer) return { done: 'not tried: there is no redis-server here', came: '', lost: [] };
    const redis = await startTestRedis();
    const proxy = await proxyTo(Number(new URL(redis.url).port));
    const fleet = await SmallFleet.start(`redis://127.0.0.1:${proxy.port}`, 'faults');
    const counts = { cut: 0, restarted: 0 };
    try {
      const attributes = Array.from({ length: pages }, () => 'data-pause="20"');
      const digests = await fleet.enqueuePages(attributes, Math.ceil(pages / PAGES_A_JOB));
      const next = numbers(19);
      for (let i = 0; i < 2; i++) fleet.startWorker();
      for (let round = 0; round < rounds; round++) {
        await sleep(500 + 1000 * next());
        if (round % 3 === 2) {
          await redis.stop();
          await sleep(300 + 500 * next());
          await redis.start();
          counts.restarted++;
        } else {
          await proxy.cut(300 + 1500 * next());
          counts.cut++;
        }
      }
      fleet.startWorker();
      const stuck = await fleet.untilEmpty(600_000).catch((error: Error) => error.message);
      const found = await fleet.digests();
      const dead = (await deadLetters(fleet.queue)).length;
      const lost = compared(digests, found);
      if (dead > 0) lost.push(`${dead} jobs given up`);
      if (stuck !== undefined) lost.push(stuck, ...fleet.workers.map(howItIs));
      return {
        done: `${pages} pages in jobs for two workers; the connection cut ${counts.cut} times for up to 1.8 s, Redis restarted ${counts.restarted} times`,
        came: `${found.length} pages came out, each once`,
        lost,
      };
    } finally {
      await fleet.remove();
      await proxy.close();
      await redis.remove();
    }
  },
};

export const postgresAway: Fault = {
  name: 'postgresql',
  title: 'PostgreSQL restarted and cut off in the middle',
  async run({ rounds }) {
    const reason = whyNoPostgres();
    if (reason !== undefined) return { done: `not tried: ${reason}`, came: '', lost: [] };
    const server = await startPostgres();
    try {
      const address = new URL(server.database());
      const proxy = await proxyTo(Number(address.port));
      address.port = String(proxy.port);
      let turns = 0;
      const hit = () => (turns++ % 2 === 0 ? proxy.cut(400) : server.crash());
      const { kept, found, faults } = await tryWriters('PostgreSQL', address.href, rounds, hit);
      await proxy.close();
      return {
        done: `two processes that save labels, killed ${rounds} times; the connection cut or the server ended and started again ${turns} times meanwhile`,
        came: `${kept} saves answered, ${found} found (one may be kept whose answer was cut off)`,
        lost: faults,
      };
    } finally {
      await server.stop();
    }
  },
};
