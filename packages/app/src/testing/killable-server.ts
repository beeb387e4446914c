import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A server that can be killed without a chance to tidy up. */
export interface KillableServer {
  readonly address: string;
  kill(): Promise<void>;
}

const CHILD = fileURLToPath(new URL('serve-child.ts', import.meta.url));

/** Starts a server in a process of its own on a store that outlives it. */
export async function startKillable(store: string, app: string, port: number): Promise<KillableServer> {
  const child = spawn(
    process.execPath,
    ['--conditions=pith-source', '--import', 'tsx', CHILD, store, app, String(port)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const address = await firstLine(child);
  return {
    address,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    let failed = '';
    child.stderr!.on('data', data => {
      failed += data;
    });
    child.stdout!.on('data', data => {
      said += data;
      if (said.includes('\n')) resolve(said.slice(0, said.indexOf('\n')));
    });
    child.once('exit', code => reject(new Error(`the server ended with ${code}: ${failed.slice(-2000)}`)));
  });
}
