import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A Redis server for one test: on a free local port, in a temporary folder, with persistence. */
export interface TestRedis {
  readonly url: string;
  /** Stops the server and keeps its data. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Restarts it on the same port and folder. */
  start(): Promise<void>;
  /** Stops the server and removes its folder. */
  remove(): Promise<void>;
}

/** True if redis-server is installed; tests that need it are skipped otherwise. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

export async function startTestRedis(): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'pith-redis-'));
  const port = await freePort();
  let server: ChildProcess | undefined;
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      server = await started(port, folder);
    },
    async stop(signal = 'SIGTERM') {
      if (server === undefined || server.exitCode !== null) return;
      const ended = once(server, 'exit');
      server.kill(signal);
      await ended;
      server = undefined;
    },
    async remove() {
      await redis.stop('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
  await redis.start();
  return redis;
}

async function started(port: number, folder: string): Promise<ChildProcess> {
  const options = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder];
  const persistence = ['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''];
  const server = spawn('redis-server', [...options, ...persistence], { stdio: 'ignore' });
  const failed = once(server, 'error').then(([error]) => {
    throw new Error('expected redis-server to start; install it with test/install-services.sh', {
      cause: error,
    });
  });
  await Promise.race([untilListening(port, server), failed]);
  return server;
}

const mostTries = 400;

async function untilListening(port: number, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < mostTries; tries++) {
    if (server.exitCode !== null) throw new Error(`redis-server ended with ${server.exitCode}`);
    if (await listens(port)) return;
    await new Promise(resolve => setTimeout(resolve, 25));
  }
  throw new Error(`redis-server does not listen on port ${port}`);
}

function listens(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

/** A port that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>(resolve => server.close(() => resolve()));
  return port;
}
