import { spawn } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { readProc, residentMegabytes } from './figures.js';
import type { ThreadTimes } from './fleet-report.js';

/** What a process came to. */
export interface ProcessRun {
  readonly pages: number;
  readonly seconds: number;
  /** Seconds of processor time, of all threads. */
  readonly cpu: number;
  /** Megabytes of memory, over time. */
  readonly memory: readonly number[];
}

const PITH = fileURLToPath(new URL('../packages/cli/bin/pith.js', import.meta.url));
const EXTRACT = fileURLToPath(new URL('./fleet-extract.ts', import.meta.url));
const BARE = fileURLToPath(new URL('./fleet-bare.ts', import.meta.url));
const THREAD = fileURLToPath(new URL('./fleet-thread.ts', import.meta.url));
const LOOK_EVERY = 200;

/** `extract()` alone, in one thread, over every so many-th page of a WARC: its text, or all that a row holds. */
export function timeExtract(
  warc: string,
  stride: number,
  mode: 'text' | 'columns',
  core?: number,
): Promise<ProcessRun> {
  return run(['--import', 'tsx', EXTRACT, warc, String(stride), mode], { core });
}

/** One of several bare processes that read, extract and write a part of a WARC each, on a core of its own. */
export async function timeBare(warc: string, core: number, parts: number): Promise<ProcessRun> {
  const out = mkdtempSync(join(tmpdir(), 'pith-bench-'));
  try {
    const args = [warc, String(core), String(parts), join(out, 'rows.ndjson.zst')];
    return await run(['--import', 'tsx', BARE, ...args], { core });
  } finally {
    rmSync(out, { recursive: true });
  }
}

/** What one thread of a batch spends its time on, held to one core. */
export async function timeThread(warc: string, pages: number): Promise<ThreadTimes> {
  return (await run(['--import', 'tsx', THREAD, warc, String(pages)], { core: 0 })) as ProcessRun &
    ThreadTimes;
}

/** `pith batch` over an input. */
export async function timeBatch(input: string, workers: number, core?: number): Promise<ProcessRun> {
  const out = mkdtempSync(join(tmpdir(), 'pith-bench-'));
  try {
    return await run([PITH, 'batch', input, '--out', out, '--workers', String(workers), '--json'], { core });
  } finally {
    rmSync(out, { recursive: true });
  }
}

/** `pith pipe` over lines. */
export function timePipe(file: string, core?: number): Promise<ProcessRun> {
  return run([PITH, 'pipe', '--summary'], { core, stdin: file });
}

/** Runs Node, on one core where one is named, and looks at its memory while it runs. */
function run(
  args: string[],
  { core, stdin }: { core?: number | undefined; stdin?: string },
): Promise<ProcessRun> {
  const pinned = core === undefined ? [] : ['taskset', '-c', String(core)];
  const [command, ...rest] = [...pinned, process.execPath, ...args] as [string, ...string[]];
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, { stdio: ['pipe', stdin === undefined ? 'pipe' : 'ignore', 'pipe'] });
    const said: Buffer[] = [];
    const memory: number[] = [];
    const begun = performance.now();
    let cpu = 0;
    const look = setInterval(() => {
      memory.push(residentMegabytes(child.pid!) ?? memory.at(-1) ?? 0);
      cpu = cpuSeconds(child.pid!) ?? cpu;
    }, LOOK_EVERY);
    child.stderr!.on('data', piece => said.push(piece));
    child.stdout?.on('data', piece => said.push(piece));
    if (stdin === undefined) child.stdin!.end();
    else createReadStream(stdin).pipe(child.stdin!);
    child.on('exit', () => clearInterval(look));
    child.on('close', code => {
      const text = Buffer.concat(said).toString();
      const seconds = (performance.now() - begun) / 1000;
      if (code === 0)
        resolve({
          ...figuresOf(text, seconds),
          ...(text.includes('"cpu"') ? {} : { cpu }),
          memory,
        } as ProcessRun);
      else reject(new Error(`${args.join(' ')} ended with ${code}: ${text}`));
    });
  });
}

/** The figures that the process printed: JSON, or the summary of a pipe. */
function figuresOf(text: string, seconds: number): Partial<ProcessRun> {
  const json = text.split('\n').find(line => line.startsWith('{'));
  if (json !== undefined) return { seconds, ...(JSON.parse(json) as Partial<ProcessRun>) };
  const [, pages, own] = /(\d+) pages,.* ([\d.]+) s/.exec(text) ?? [];
  return { pages: Number(pages), seconds: Number(own) };
}

/** User and system time, in ticks of a hundredth of a second. */
function cpuSeconds(pid: number): number | undefined {
  const fields = readProc(pid, 'stat').split(') ')[1]?.split(' ');
  return fields === undefined ? undefined : (Number(fields[11]) + Number(fields[12])) / 100;
}
