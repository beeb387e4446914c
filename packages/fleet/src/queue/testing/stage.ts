import { afterAll, beforeAll, vi } from 'vitest';
import { hasRedisServer, startTestRedis, type TestRedis } from './redis-server.js';
import { SmallFleet } from './small-fleet.js';

/** Servers and fleets for the tests of a file, removed after the last test. */
export interface Stage {
  /** A fleet on the server shared by the file, or on another. */
  fleet(name: string, url?: string): Promise<SmallFleet>;
  /** A Redis for one test. */
  redis(): Promise<TestRedis>;
}

export function setStage(): Stage {
  vi.setConfig({ testTimeout: 180_000 }); // takes seconds on an idle machine, but starts many processes
  const servers: TestRedis[] = [];
  const fleets: SmallFleet[] = [];
  const redis = async () => {
    const server = await startTestRedis();
    servers.push(server);
    return server;
  };
  beforeAll(async () => {
    if (hasRedisServer) await redis();
  });
  afterAll(async () => {
    await Promise.all(fleets.map(fleet => fleet.remove()));
    await Promise.all(servers.map(server => server.remove()));
  });
  return {
    redis,
    async fleet(name, url = servers[0]!.url) {
      const fleet = await SmallFleet.start(url, name);
      fleets.push(fleet);
      return fleet;
    },
  };
}
