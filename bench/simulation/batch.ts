import { Agenda } from './agenda.js';
import { Server } from './server.js';

/** A page as it lies in a file, and what it costs beside others. */
export interface SimulatedPage {
  /** Bytes in the file. */
  readonly bytes: number;
  /** Its time over that of the mean page. */
  readonly weight: number;
}

/** Where ranges of a file begin and end. */
export type Cut = readonly [from: number, to: number];

/** One machine with a batch on it, or with as many bare processes as cores. Times in seconds of one core, as measured. */
export interface MachineModel {
  readonly cores: number;
  /** The pages of the file, in their order. */
  readonly pages: readonly SimulatedPage[];
  readonly batch: {
    /** A batch of no page with one thread, from start to end; of that the main thread's own, which grows with each thread more. */
    readonly start: number;
    readonly mainStart: number;
    readonly startOfThread: number;
    /** Of a thread and what helps it for the mean page, and of the main thread. */
    readonly page: number;
    readonly mainPage: number;
    /** Where a file of so many bytes is cut for so many threads. */
    readonly cuts: (bytes: number, threads: number) => Iterable<Cut>;
    /** Ranges that a thread holds, and that are under way for each. */
    readonly held: number;
    readonly ahead: number;
    /** Rows that a thread sends at once. */
    readonly rows: number;
    /** Rows of a shard, and the time that one takes to reach the disk. */
    readonly shardRows: number;
    readonly sync: number;
  };
  readonly bare: {
    /** A process of no page, from start to end. */
    readonly start: number;
    readonly page: number;
  };
}

/** What a simulated machine came to. */
export interface MachineUse {
  readonly batchRate: number;
  readonly bareRate: number;
  /** The first over the second. */
  readonly ratio: number;
  /** Share of the batch's time in which its main thread is busy. */
  readonly mainUse: number;
}

/** A range: the weights of its pages. */
type Range = readonly number[];

/** A thread of a batch, and the ranges that it holds: their numbers. */
interface SimulatedThread {
  readonly held: number[];
  isBusy: boolean;
}

/** Lets a batch and bare processes do the same pages. */
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
 * The main thread hands ranges to threads, each of which holds some, and writes their rows in the order of the file. A
 * range is under way only so far ahead of the one that is written. What the main thread does takes a core from a thread
 * unless one is idle: the one whose rows it takes in waits meanwhile.
 */
class SimulatedBatch {
  readonly #agenda = new Agenda();
  readonly #main = new Server(this.#agenda);
  readonly #threads: SimulatedThread[];
  readonly #ranges: readonly Range[];
  readonly #isRead: boolean[];
  /** Ranges that were handed out, and those that are written. */
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

  /** Seconds from start to end. */
  run(): number {
    const { cores, batch } = this.model;
    const startOfOthers = (cores - 1) * batch.startOfThread;
    this.mainBusy = batch.mainStart + startOfOthers;
    this.#agenda.at(batch.start + startOfOthers, () => this.#hand());
    this.#agenda.runUntil(Number.POSITIVE_INFINITY);
    return this.#end + batch.sync;
  }

  /** Gives ranges to the threads with the fewest. */
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

  /** Some rows of a range after others, then the next range. */
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

  /** The main thread has the rows: they are written when all before them are. */
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

/** The pages that begin in each cut. */
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
