import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What was done to something, and what came of it. */
export interface FaultResult {
  /** What was done, with its figures. */
  readonly done: string;
  /** What came of it. */
  readonly came: string;
  /** Everything that was lost or not as it should be; empty when all held. */
  readonly lost: readonly string[];
}

/** How long what takes its time may take. */
export interface FaultSize {
  readonly pages: number;
  readonly rounds: number;
  readonly seconds: number;
}

/** A bad day: its name, and the trial. */
export interface Fault {
  readonly name: string;
  readonly title: string;
  run(size: FaultSize): Promise<FaultResult>;
}

const COMMAND = fileURLToPath(new URL('../../packages/cli/bin/pith.js', import.meta.url));

/** What a command said, and how it ended. */
export interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** Runs `pith` in a process of its own. */
export async function pith(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<Ended> {
  return await ended(
    spawn(process.execPath, [COMMAND, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    }),
  );
}

function ended(child: ChildProcess): Promise<Ended> {
  let said = '';
  const hear = (piece: unknown) => {
    said = `${said}${piece}`.slice(-20_000);
  };
  child.stdout!.on('data', hear);
  child.stderr!.on('data', hear);
  return new Promise(resolve => child.once('close', code => resolve({ code, said })));
}

/** Gives a folder that is gone afterwards. */
export async function inFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'pith-faults-'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The last line that a command said, without the folder that it was run in. */
export function reasonOf({ said }: Ended): string {
  const line = said.trim().split('\n').at(-1)?.trim() ?? '';
  return line.replace(/\S*pith-faults-[^/\s]+\//g, '').slice(0, 300);
}
