import { spawn } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { readProc, residentMegabytes } from './figures.js';
import type { ThreadTimes } from './fleet-report.js';

/** Result of concurrent processes. */
export interface ProcessRun {
  readonly pages: number;
  /** From the start of the first to the end of the last. */
  readonly seconds: number;
  /** CPU seconds of all threads. */
  readonly cpu: number;
}

export interface BatchRun extends ProcessRun {
  /** CPU seconds of the main thread. */
  readonly mainCpu: number;
  /** Megabytes over time. */
  readonly memory: readonly number[];
  /** Bytes per shard. */
  readonly shardBytes: number;
}

const PITH = fileURLToPath(new URL('../packages/cli/bin/pith.js', import.meta.url));
const EXTRACT = fileURLToPath(new URL('./fleet-extract.ts', import.meta.url));
const BARE = fileURLToPath(new URL('./fleet-bare.mjs', import.meta.url));
const THREAD = fileURLToPath(new URL('./fleet-thread.ts', import.meta.url));
/** Milliseconds between samples of a process, normally and for short processes. */
const LOOK_EVERY = 100;
const LOOK_OFTEN = 10;

/**
 * Times `extract()` alone over every `stride`-th page of a WARC, in one process per core: the text only, or all columns
 * of a row. Reading the pages is not timed.
 */
export async function timeExtract(
  warc: string,
  stride: number,
  mode: 'text' | 'columns',
  cores: readonly (number | undefined)[] = [undefined],
): Promise<ProcessRun> {
  const args = ['--import', 'tsx', EXTRACT, warc, String(stride), mode];
  const { output } = await run(cores.map(core => ({ args, core })));
  const runs = output.map(each => jsonOf<ProcessRun>(each));
  const sum = (of: (run: ProcessRun) => number) => runs.reduce((total, each) => total + of(each), 0);
  return {
    pages: sum(each => each.pages),
    seconds: sum(each => each.seconds) / runs.length,
    cpu: sum(each => each.cpu),
  };
}

/** Bare processes that each read, extract and write an equal part of a WARC, pinned to a core. */
export async function timeBare(warc: string, cores: readonly number[]): Promise<ProcessRun> {
  return await inFolder(async out => {
    const part = (core: number) => [
      warc,
      String(core),
      String(cores.length),
      join(out, `${core}.ndjson.zst`),
    ];
    const { output, seconds, cpu } = await run(cores.map(core => ({ args: [BARE, ...part(core)], core })));
    return { pages: output.reduce((sum, each) => sum + jsonOf<ProcessRun>(each).pages, 0), seconds, cpu };
  });
}

/** Time of one batch thread by activity, pinned to one core. */
export async function timeThread(warc: string, pages: number): Promise<ThreadTimes> {
  const { output } = await run([{ args: ['--import', 'tsx', THREAD, warc, String(pages)], core: 0 }]);
  return jsonOf<ThreadTimes>(output[0]!);
}

/** `pith batch`, from the start of its process to its end. */
export async function timeBatch(
  input: string,
  workers: number,
  { core, isShort = false, columns }: { core?: number; isShort?: boolean; columns?: string } = {},
): Promise<BatchRun> {
  return await inFolder(async out => {
    const selected = columns === undefined ? [] : ['--columns', columns];
    const args = [PITH, 'batch', input, '--out', out, '--workers', String(workers), '--json', ...selected];
    const { output, ...rest } = await run([{ args, core }], isShort ? LOOK_OFTEN : LOOK_EVERY);
    const { pages, bytes, shards } = jsonOf<Record<'pages' | 'bytes' | 'shards', number>>(output[0]!);
    return { ...rest, pages, shardBytes: bytes / Math.max(shards, 1) };
  });
}

/** `pith pipe`, from the start of its process to its end. */
export async function timePipe(file: string, core: number): Promise<ProcessRun> {
  const { output, seconds, cpu } = await run([{ args: [PITH, 'pipe', '--summary'], core, stdin: file }]);
  return { pages: Number(/(\d+) pages,/.exec(output[0]!)?.[1]), seconds, cpu };
}

async function inFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'pith-bench-'));
  try {
    return await act(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A Node process, optionally pinned to a core. */
interface Command {
  readonly args: readonly string[];
  readonly core?: number | undefined;
  readonly stdin?: string;
}

/** Runs processes concurrently. */
async function run(commands: readonly Command[], lookEvery = LOOK_EVERY) {
  const before = cpuOfEnded();
  const begun = performance.now();
  const runs = await Promise.all(commands.map(command => runOne(command, lookEvery)));
  const seconds = (performance.now() - begun) / 1000;
  const { mainCpu, memory } = runs[0]!;
  return { seconds, cpu: cpuOfEnded() - before, output: runs.map(({ output }) => output), mainCpu, memory };
}

/** Runs a process and samples its memory and main thread. */
function runOne({ args, core, stdin }: Command, lookEvery: number) {
  const pinned = core === undefined ? [] : ['taskset', '-c', String(core)];
  const [command, ...rest] = [...pinned, process.execPath, ...args] as [string, ...string[]];
  return new Promise<{ output: string; mainCpu: number; memory: number[] }>((resolve, reject) => {
    const child = spawn(command, rest, { stdio: ['pipe', stdin === undefined ? 'pipe' : 'ignore', 'pipe'] });
    const pieces: Buffer[] = [];
    const memory: number[] = [];
    let mainCpu = 0;
    const look = setInterval(() => {
      memory.push(residentMegabytes(child.pid!) ?? memory.at(-1) ?? 0);
      mainCpu = cpuOfMain(child.pid!) ?? mainCpu;
    }, lookEvery);
    child.stderr!.on('data', piece => pieces.push(piece));
    child.stdout?.on('data', piece => pieces.push(piece));
    if (stdin === undefined) child.stdin!.end();
    else createReadStream(stdin).pipe(child.stdin!);
    child.on('exit', () => clearInterval(look));
    child.on('close', code => {
      const output = Buffer.concat(pieces).toString();
      if (code === 0) resolve({ output, mainCpu, memory });
      else reject(new Error(`${args.join(' ')} ended with ${code}: ${output}`));
    });
  });
}

function jsonOf<T>(output: string): T {
  return JSON.parse(output.split('\n').find(line => line.startsWith('{')) ?? '{}') as T;
}

/** CPU seconds of all ended child processes, to a hundredth. */
function cpuOfEnded(): number {
  const fields = readProc(process.pid, 'stat').split(') ')[1]!.split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** CPU seconds of a process's main thread; undefined if it has ended. */
function cpuOfMain(pid: number): number | undefined {
  const nanoseconds = readProc(pid, 'schedstat').split(' ')[0];
  return nanoseconds ? Number(nanoseconds) / 1e9 : undefined;
}
