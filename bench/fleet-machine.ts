import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHARD_ROWS } from '../packages/fleet/dist/batch/shards.js';
import { cutsOf } from '../packages/fleet/dist/batch/units.js';
import { TASKS_AHEAD } from '../packages/fleet/dist/workers/in-order.js';
import { MOST_ROWS } from '../packages/fleet/dist/workers/line-packer.js';
import { TASKS_PER_THREAD } from '../packages/fleet/dist/workers/pool.js';
import { median } from './figures.js';
import { type BatchRun, type ProcessRun, timeBare, timeBatch } from './fleet-processes.js';
import { MEASURED_CORES, type SetFigures, type ThreadTimes } from './fleet-report.js';
import { type MachineModel, simulateMachine } from './simulation/batch.js';

/** Costs of a batch and of bare processes in seconds, without the splitting of the batch. */
export interface BatchCosts {
  readonly batch: Pick<
    MachineModel['batch'],
    'start' | 'mainStart' | 'startOfThread' | 'page' | 'mainPage' | 'sync'
  >;
  readonly bare: MachineModel['bare'];
}

/** Start-up and shutdown without pages: of a batch with one thread, and per additional thread. */
export interface StartFigures {
  readonly batch: Pick<BatchRun, 'seconds' | 'cpu' | 'mainCpu'>;
  readonly thread: { readonly cpu: number; readonly mainCpu: number };
  readonly bare: Pick<ProcessRun, 'seconds' | 'cpu'>;
}

/** Simulated numbers of cores. */
const CORES = [2, 4, 8, 12, 16];
/** Threads of the larger start-up measurement: enough to exceed the resolution of the clock. */
const MANY = 8;

/** Times start-up with a WARC without pages. */
export async function measureStarts(empty: string, rounds: number): Promise<StartFigures> {
  const one: BatchRun[] = [];
  const many: BatchRun[] = [];
  const bare: ProcessRun[] = [];
  for (let round = 0; round < rounds; round++) {
    one.push(await timeBatch(empty, 1, { isShort: true }));
    many.push(await timeBatch(empty, MANY, { isShort: true }));
    bare.push(await timeBare(empty, [0]));
  }
  const middle = <T>(runs: readonly T[], of: (run: T) => number) => median(runs.map(of));
  const each = (of: (run: BatchRun) => number) =>
    Math.max((middle(many, of) - middle(one, of)) / (MANY - 1), 0);
  return {
    batch: {
      seconds: middle(one, run => run.seconds),
      cpu: middle(one, run => run.cpu),
      mainCpu: middle(one, run => run.mainCpu),
    },
    thread: { cpu: each(run => run.cpu), mainCpu: each(run => run.mainCpu) },
    bare: { seconds: middle(bare, run => run.seconds), cpu: middle(bare, run => run.cpu) },
  };
}

/** Costs of pages without start-up: medians over rounds. */
export function costsOf(
  starts: StartFigures,
  batches: readonly BatchRun[],
  bares: readonly ProcessRun[],
): BatchCosts {
  const middle = <T extends ProcessRun>(runs: readonly T[], of: (run: T) => number) =>
    median(runs.map(run => of(run) / run.pages));
  const threads = MEASURED_CORES - 1;
  const startCpu = starts.batch.cpu + threads * starts.thread.cpu;
  const startMain = starts.batch.mainCpu + threads * starts.thread.mainCpu;
  const mainPage = middle(batches, run => Math.max(run.mainCpu - startMain, 0));
  return {
    batch: {
      start: starts.batch.seconds,
      mainStart: starts.batch.mainCpu,
      startOfThread: starts.thread.mainCpu,
      page: middle(batches, run => run.cpu - startCpu) - mainPage,
      mainPage,
      sync: timeSync(median(batches.map(run => run.shardBytes))),
    },
    bare: {
      start: starts.bare.seconds,
      page: middle(bares, run => run.cpu - MEASURED_CORES * starts.bare.cpu),
    },
  };
}

/** Seconds to sync as many bytes as a shard contains. */
function timeSync(bytes: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'pith-bench-'));
  const file = openSync(join(folder, 'shard'), 'w');
  try {
    writeSync(file, Buffer.alloc(Math.ceil(bytes), 'shard'));
    const begun = performance.now();
    fsyncSync(file);
    return (performance.now() - begun) / 1000;
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true });
  }
}

/** Simulates machines with more cores and the measured number of pages per core. */
export function simulateCores(
  costs: BatchCosts,
  { costs: pages }: ThreadTimes,
  measuredPages: number,
): SetFigures['simulated'] {
  const mean = pages.reduce((sum, [, milliseconds]) => sum + milliseconds, 0) / pages.length;
  return CORES.map(cores => {
    const count = Math.round((measuredPages * cores) / MEASURED_CORES);
    const model: MachineModel = {
      cores,
      pages: Array.from({ length: count }, (_, page) => {
        const [bytes, milliseconds] = pages[page % pages.length]!;
        return { bytes, weight: milliseconds / mean };
      }),
      batch: {
        ...costs.batch,
        cuts: (bytes, threads) => cutsOf(0, bytes, threads),
        held: TASKS_PER_THREAD,
        ahead: TASKS_AHEAD,
        rows: MOST_ROWS,
        shardRows: SHARD_ROWS,
      },
      bare: costs.bare,
    };
    return { cores, ...simulateMachine(model) };
  });
}
