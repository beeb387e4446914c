import { Agenda } from './agenda.js';
import { Server } from './server.js';

export interface SimulatedPage {
  /** Bytes in the file. */
  readonly bytes: number;
  /** Time relative to the mean page. */
  readonly weight: number;
}

export type Cut = readonly [from: number, to: number];

/** A machine with a batch, or with one bare process per core. Times in measured seconds of one core. */
export interface MachineModel {
  readonly cores: number;
  /** Pages of the file, in order. */
  readonly pages: readonly SimulatedPage[];
  readonly batch: {
    /** A batch without pages with one thread, and the part of its main thread, which grows with each thread. */
    readonly start: number;
    readonly mainStart: number;
    readonly startOfThread: number;
    /** Time of a thread and its helpers for the mean page, and of the main thread. */
    readonly page: number;
    readonly mainPage: number;
    /** Splits a file of `bytes` bytes into ranges for `threads` threads. */
    readonly cuts: (bytes: number, threads: number) => Iterable<Cut>;
    /** Ranges queued per thread, and in flight per thread. */
    readonly held: number;
    readonly ahead: number;
    /** Rows per message. */
    readonly rows: number;
    /** Rows per shard, and time to sync one. */
    readonly shardRows: number;
    readonly sync: number;
  };
  readonly bare: {
    /** A process without pages. */
    readonly start: number;
    readonly page: number;
  };
}

export interface MachineUse {
  readonly batchRate: number;
  readonly bareRate: number;
  /** Batch over bare processes. */
  readonly ratio: number;
  /** Share of time in which the main thread is busy. */
  readonly mainUse: number;
}

/** The weights of a range's pages. */
type Range = readonly number[];

/** A thread and the numbers of its queued ranges. */
interface SimulatedThread {
  readonly held: number[];
  isBusy: boolean;
}

/** Simulates a batch and bare processes on the same pages. */
export function simulateMachine(model: MachineModel): MachineUse {
  const { pages } = model;
  const batch = new SimulatedBatch(model);
  const seconds = batch.run();
  const bare = secondsOfBare(model);
  return {
    batchRate: pages.length / seconds,
    bareRate: pages.length / bare,
    ratio: bare / seconds,
    mainUse: batch.mainBusy / seconds,
  };
}

/** Each process takes an equal part of the bytes; the last to end counts. */
function secondsOfBare({ cores, pages, bare }: MachineModel): number {
  const total = bytesOf(pages);
  const parts = Array.from(
    { length: cores },
    (_, part): Cut => [(total * part) / cores, (total * (part + 1)) / cores],
  );
  return Math.max(...rangesOf(pages, parts).map(range => bare.start + bare.page * sumOf(range)));
}

/**
 * The main thread assigns ranges to threads, `held` at a time, and writes their rows in file order. At most `ahead` ranges
 * per thread may be assigned beyond the one being written. If no core is idle, the thread whose rows the main thread
 * receives waits for it.
 */
class SimulatedBatch {
  readonly #agenda = new Agenda();
  readonly #main = new Server(this.#agenda);
  readonly #threads: SimulatedThread[];
  readonly #ranges: readonly Range[];
  readonly #isRead: boolean[];
  /** Ranges assigned, and ranges written. */
  #given = 0;
  #written = 0;
  #rows = 0;
  #end = 0;
  mainBusy = 0;

  constructor(private readonly model: MachineModel) {
    const { cores, pages, batch } = model;
    this.#ranges = rangesOf(pages, batch.cuts(bytesOf(pages), cores));
    this.#isRead = this.#ranges.map(() => false);
    this.#threads = Array.from({ length: cores }, () => ({ held: [], isBusy: false }));
  }

  run(): number {
    const { cores, batch } = this.model;
    const startOfOthers = (cores - 1) * batch.startOfThread;
    this.mainBusy = batch.mainStart + startOfOthers;
    this.#agenda.at(batch.start + startOfOthers, () => this.#hand());
    this.#agenda.runUntil(Number.POSITIVE_INFINITY);
    return this.#end + batch.sync;
  }

  /** Assigns ranges to the threads with the fewest. */
  #hand(): void {
    const { held, ahead } = this.model.batch;
    const room = this.#written + ahead * this.#threads.length;
    for (let load = 0; load < held; load++) {
      for (const thread of this.#threads) {
        if (this.#given >= Math.min(this.#ranges.length, room)) return;
        if (thread.held.length !== load) continue;
        thread.held.push(this.#given++);
        if (!thread.isBusy) this.#begin(thread);
      }
    }
  }

  #begin(thread: SimulatedThread): void {
    thread.isBusy = thread.held.length > 0;
    if (thread.isBusy) this.#work(thread, this.#ranges[thread.held[0]!]!, 0);
  }

  /** Processes the rows of a range, then the next range. */
  #work(thread: SimulatedThread, range: Range, from: number): void {
    const { batch } = this.model;
    const some = range.slice(from, from + batch.rows);
    this.#agenda.after(batch.page * sumOf(some), () => {
      const isLast = from + some.length >= range.length;
      const hasIdleCore = this.#threads.some(other => !other.isBusy);
      const goOn = () => (isLast ? this.#begin(thread) : this.#work(thread, range, from + batch.rows));
      const number = thread.held[0]!;
      if (isLast) thread.held.shift();
      const time = batch.mainPage * some.length;
      this.mainBusy += time;
      this.#main.serve(time, () => this.#takeIn(number, some.length, isLast));
      if (hasIdleCore) goOn();
      else this.#agenda.after(time, goOn);
    });
  }

  /** The main thread has received rows; they count as written once all earlier ones are. */
  #takeIn(number: number, rows: number, isLast: boolean): void {
    const { shardRows, sync } = this.model.batch;
    this.#end = this.#agenda.now;
    this.#rows += rows;
    if (this.#rows >= shardRows) {
      this.#rows -= shardRows;
      this.#main.serve(sync, () => {});
    }
    if (!isLast) return;
    this.#isRead[number] = true;
    while (this.#isRead[this.#written]) this.#written++;
    this.#hand();
  }
}

/** The pages that begin in each range. */
function rangesOf(pages: readonly SimulatedPage[], cuts: Iterable<Cut>): Range[] {
  let page = 0;
  let offset = 0;
  return [...cuts].map(([, to]) => {
    const range: number[] = [];
    while (page < pages.length && offset < to) {
      range.push(pages[page]!.weight);
      offset += pages[page++]!.bytes;
    }
    return range;
  });
}

function bytesOf(pages: readonly SimulatedPage[]): number {
  return pages.reduce((sum, { bytes }) => sum + bytes, 0);
}

function sumOf(weights: readonly number[]): number {
  return weights.reduce((sum, weight) => sum + weight, 0);
}
