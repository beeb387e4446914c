import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface FaultResult {
  readonly test: string;
  readonly outcome: string;
  /** Losses and other problems. */
  readonly lost: readonly string[];
}

/** Numbers of pages and repetitions, and seconds of load. */
export interface FaultSize {
  readonly pages: number;
  readonly rounds: number;
  readonly seconds: number;
}

export interface Fault {
  readonly name: string;
  readonly title: string;
  run(size: FaultSize): Promise<FaultResult>;
}

const COMMAND = fileURLToPath(new URL('../../packages/cli/bin/pith.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs `pith` in its own process. */
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
  let output = '';
  const hear = (piece: unknown) => {
    output = `${output}${piece}`.slice(-20_000);
  };
  child.stdout!.on('data', hear);
  child.stderr!.on('data', hear);
  return new Promise(resolve => child.once('close', code => resolve({ code, output })));
}

/** Calls a function with a temporary folder, which is removed afterwards. */
export async function inFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'pith-faults-'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Differences of two multisets. */
export function compared(expected: readonly string[], found: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const each of expected) counts.set(each, (counts.get(each) ?? 0) + 1);
  for (const each of found) counts.set(each, (counts.get(each) ?? 0) - 1);
  const missing = [...counts.values()].reduce((sum, count) => sum + Math.max(0, count), 0);
  const extra = [...counts.values()].reduce((sum, count) => sum + Math.max(0, -count), 0);
  return [
    ...(missing > 0 ? [`${missing} missing or different`] : []),
    ...(extra > 0 ? [`${extra} too many or different`] : []),
  ];
}

/** The last line of a command's output, without its working folder. */
export function reasonOf({ output }: Ended): string {
  const line = output.trim().split('\n').at(-1)?.trim() ?? '';
  return line.replace(/\S*pith-faults-[^/\s]+\//g, '').slice(0, 300);
}
