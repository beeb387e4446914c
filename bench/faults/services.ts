import { setTimeout as sleep } from 'node:timers/promises';
import { deadLetters } from '../../packages/fleet/src/queue/dead-letters.js';
import { hasRedisServer, startTestRedis } from '../../packages/fleet/src/queue/testing/redis-server.js';
import { SmallFleet, type TestWorker } from '../../packages/fleet/src/queue/testing/small-fleet.js';
import { startPostgres, whyNoPostgres } from '../../packages/store/src/testing/postgres.js';
import { numbers } from '../generated-pages.js';
import { compared, type Fault } from './fault.js';
import { proxyTo } from './proxy.js';
import { tryWriters } from './writers.js';

const PAGES_A_JOB = 20;

function stateOf({ process: { pid, exitCode, signalCode }, stderr }: TestWorker): string {
  return `worker ${pid}: ${exitCode ?? signalCode ?? 'runs'}, ${stderr().slice(-400)}`;
}

export const redisAway: Fault = {
  name: 'redis',
  title: 'workers and Redis killed, connections cut',
  async run({ pages, rounds }) {
    if (!hasRedisServer) return { test: 'not run: redis-server is not installed', outcome: '', lost: [] };
    const redis = await startTestRedis();
    const proxy = await proxyTo(Number(new URL(redis.url).port));
    const fleet = await SmallFleet.start(`redis://127.0.0.1:${proxy.port}`, 'faults');
    const counts = { cut: 0, restarted: 0, killed: 0 };
    try {
      const attributes = Array.from({ length: pages }, () => 'data-pause="20"');
      const digests = await fleet.enqueuePages(attributes, Math.ceil(pages / PAGES_A_JOB));
      const next = numbers(19);
      let workers = [fleet.startWorker(), fleet.startWorker()];
      for (let round = 0; round < rounds; round++) {
        await sleep(500 + 1000 * next());
        if (round % 3 === 0) {
          await proxy.cut(300 + 1500 * next());
          counts.cut++;
        } else if (round % 3 === 1) {
          await workers[0]!.kill();
          workers = [workers[1]!, fleet.startWorker()];
          counts.killed++;
        } else {
          await redis.stop('SIGKILL');
          await sleep(300 + 500 * next());
          await redis.start();
          counts.restarted++;
        }
      }
      fleet.startWorker();
      const stuck = await fleet.untilEmpty(600_000).catch((error: Error) => error.message);
      const found = await fleet.digests();
      const dead = (await deadLetters(fleet.queue)).length;
      const lost = compared(digests, found);
      if (dead > 0) lost.push(`${dead} failed jobs`);
      if (stuck !== undefined) lost.push(stuck, ...fleet.workers.map(stateOf));
      return {
        test: `${pages} pages in jobs for two workers; the connection cut ${counts.cut} times for up to 1.8 s, a worker killed ${counts.killed} times, Redis killed and restarted ${counts.restarted} times`,
        outcome: `${found.length} pages written, each once`,
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
  title: 'PostgreSQL stopped and cut off while saving',
  async run({ rounds }) {
    const reason = whyNoPostgres();
    if (reason !== undefined) return { test: `not run: ${reason}`, outcome: '', lost: [] };
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
        test: `two processes that save labels, killed ${rounds} times; meanwhile the connection was cut or the server stopped at once ${turns} times`,
        outcome: `${kept} saves acknowledged, ${found} found (the last of a killed process may be stored without an answer)`,
        lost: faults,
      };
    } finally {
      await server.stop();
    }
  },
};
