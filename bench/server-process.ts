import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { residentMegabytes } from './figures.js';
import type { LoadFigures, LoadOrder } from './server-load.js';

export interface ServerProcess {
  readonly address: string;
  /** Current megabytes. */
  memory(): number;
  /** Stops the server; returns its exit code. */
  stop(): Promise<number | null>;
}

/** Starts `pith serve` on a free port with a temporary store. */
export async function startServerProcess(): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'pith-bench-server-'));
  const command = fileURLToPath(new URL('../packages/cli/bin/pith.js', import.meta.url));
  const options = ['--port', '0', '--no-open', '--json', '--store', join(folder, 'pith.sqlite')];
  const child = spawn(process.execPath, [command, 'serve', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { address } = JSON.parse(await firstLine(child)) as { address: string };
  return {
    address,
    memory: () => residentMegabytes(child.pid!) ?? 0,
    async stop() {
      const ended = once(child, 'exit') as Promise<[number | null]>;
      child.kill('SIGTERM');
      const [code] = await ended;
      rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const piece of child.stdout!) {
    text += String(piece);
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'));
  }
  throw new Error('the server ended before it printed its address; run npm run build first');
}

/** Runs the callers in another process and returns their measurements. */
export async function load(order: LoadOrder): Promise<LoadFigures> {
  const callers = fork(fileURLToPath(new URL('./server-load.ts', import.meta.url)), [JSON.stringify(order)]);
  const [figures] = (await once(callers, 'message')) as [LoadFigures];
  return figures;
}
