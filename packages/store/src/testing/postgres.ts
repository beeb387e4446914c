import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary PostgreSQL server. */
export interface TestPostgres {
  /** Creates an empty database and returns its connection string. */
  database(): string;
  /** Stops the server without a shutdown and restarts it; it recovers from its log. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** Folder of the newest server programs installed by Debian packages. */
function programs(): string | undefined {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  return readdirSync(root)
    .sort((one, other) => Number(other) - Number(one))
    .map(version => join(root, version, 'bin'))
    .find(folder => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')));
}

const isRoot = process.getuid?.() === 0;

/** The server refuses to run as root; it runs as the user `postgres` then. */
function asServer(command: string, args: readonly string[]): [string, string[]] {
  return isRoot ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, [...args]];
}

/** The reason why no server can be started, or undefined. */
export function whyNoPostgres(): string | undefined {
  if (programs() === undefined) return 'PostgreSQL is not installed: run test/install-services.sh as root';
  if (!isRoot) return undefined;
  try {
    execFileSync('runuser', ['-u', 'postgres', '--', 'true'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'PostgreSQL cannot be run as another user than root here';
  }
}

/** Starts a server with a temporary data folder on a free port. */
export async function startPostgres(): Promise<TestPostgres> {
  const bin = programs()!;
  const folder = mkdtempSync(join(tmpdir(), 'pith-postgres-'));
  if (isRoot) {
    const number = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    chownSync(folder, number('-u'), number('-g'));
  }
  const data = join(folder, 'data');
  const run = (command: string, args: readonly string[]) => {
    const [program, all] = asServer(join(bin, command), args);
    execFileSync(program, all, { stdio: 'ignore', cwd: folder });
  };
  run('initdb', ['-D', data, '-U', 'pith', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync']);
  const port = await freePort();
  const [program, args] = asServer(join(bin, 'postgres'), [
    ...['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', folder],
    ...['-c', 'fsync=off', '-c', 'max_connections=50'],
  ]);
  let ended = Promise.resolve();
  const start = async () => {
    const server = spawn(program, args, { stdio: 'ignore', cwd: folder });
    ended = new Promise<void>(resolve => server.once('exit', () => resolve()));
    for (let tries = 0; !answers(bin, port); tries++) {
      if (tries === 100) throw new Error('expected PostgreSQL to start within 10 s, but it did not');
      await new Promise(resolve => setTimeout(resolve, 100));
    }
  };
  const end = async () => {
    run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
    await ended;
  };
  await start();
  const base = `postgres://pith@127.0.0.1:${port}`;
  let made = 0;
  return {
    database() {
      const name = `test_${made++}`;
      run('createdb', ['-h', '127.0.0.1', '-p', String(port), '-U', 'pith', name]);
      return `${base}/${name}`;
    },
    async crash() {
      await end();
      await start();
    },
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function answers(bin: string, port: number): boolean {
  try {
    execFileSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
