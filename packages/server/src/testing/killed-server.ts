import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ServerOptions } from '../options.js';

export interface ServerProcess {
  readonly address: string;
  readonly pid: number | undefined;
  /** Kills the process, as in a power cut. */
  kill(): Promise<void>;
}

const PROCESS = fileURLToPath(new URL('../../dist/testing/server-process.js', import.meta.url));

export async function startServerProcess(options: Partial<ServerOptions>): Promise<ServerProcess> {
  const child: ChildProcess = spawn(process.execPath, [PROCESS, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout! });
  const address = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    ended.then(() => ''),
  ]);
  if (address === '') throw new Error('expected a server to start, but its process ended; build it first');
  return {
    address,
    pid: child.pid,
    async kill() {
      child.kill('SIGKILL'); // no effect if it has ended
      await ended;
    },
  };
}
