import { afterAll, beforeAll, vi } from 'vitest';
import { hasRedisServer, startTestRedis, type TestRedis } from './redis-server.js';
import { SmallFleet } from './small-fleet.js';

/** Where the tests of a file have their servers and fleets; all is taken down after the last. */
export interface Stage {
  /** A fleet on the server that the file shares, or on another. */
  fleet(name: string, url?: string): Promise<SmallFleet>;
  /** A Redis for one test alone. */
  redis(): Promise<TestRedis>;
}

/** Sets up a stage for the tests of a file. */
export function setStage(): Stage {
  vi.setConfig({ testTimeout: 180_000 }); // seconds on an idle machine, but many processes start
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
