import { availableParallelism } from 'node:os';
import type { ExtractOptions } from 'pith';
import { FleetError } from '../errors.js';
import { type Packer, type Packing, packerOf } from '../output/compression.js';
import { ARTICLE_COLUMNS, type ArticleColumn, errorRow, lineOf, parseRow, type Row } from '../output/row.js';
import type { PageRecord } from '../records/record.js';
import { type Death, ExtractionThread, type Job } from './thread.js';

/** How pages are extracted, and what a page may cost. */
export interface PoolOptions {
  /** Threads. Default: one a core. */
  readonly workers?: number;
  /** How the rows are packed. Default: not at all. */
  readonly packing?: Packing;
  /** Columns of the article that are wanted. Default: all. */
  readonly columns?: readonly ArticleColumn[];
  readonly extract?: Pick<ExtractOptions, 'include' | 'lean'>;
  /** Milliseconds that a page may take. Default: 30,000. */
  readonly timeLimit?: number;
  /** Megabytes of heap that a thread may take. Default: 512. */
  readonly memoryLimit?: number;
  /** Module whose `extract` takes the place of the library's; for tests. */
  readonly extractor?: string;
}

/** Rows of some pages, in the order of the pages. */
export interface Rows {
  /** Lines of NDJSON, packed as the pool was told; frames may follow each other. */
  readonly bytes: Uint8Array;
  /** Bytes before packing. */
  readonly unpacked: number;
  readonly rows: number;
  /** Rows with an error. */
  readonly errors: number;
  /** Milliseconds that threads spent on them. */
  readonly busy: number;
}

/** What a page may cost when nothing else is said. */
export const POOL_DEFAULTS = { timeLimit: 30_000, memoryLimit: 512 } as const;

/** Batches given to a thread ahead of time, so that it never waits for the next. */
const AHEAD = 2;
/** A thread that dies this often without having begun a page will not get better. */
const MOST_FALSE_STARTS = 3;
/** What the process may take besides the heaps of its threads before the busiest of them is replaced, in megabytes. */
const HEADROOM = 1024;
const LOOK_EVERY = 100;

interface Waiting extends Job {
  resolve(rows: Rows): void;
  reject(error: unknown): void;
}

/**
 * Threads that turn pages into rows. A page that throws is a row with an error; one that crashes its thread, takes too
 * long, or too much memory costs the thread, which is replaced, and is a row with an error too. The other pages that
 * the thread held are done again by another.
 */
export class ExtractionPool {
  readonly workers: number;
  readonly packing: Packing;
  readonly #options: PoolOptions;
  readonly #threads = new Set<ExtractionThread>();
  readonly #queue: Waiting[] = [];
  readonly #waiting = new Map<Job, Waiting>();
  readonly #watch: NodeJS.Timeout;
  #packer: Promise<Packer> | undefined;
  #falseStarts = 0;
  #replaced = 0;
  #failure: Error | undefined;

  constructor(options: PoolOptions = {}) {
    this.#options = options;
    this.workers = wholeNumber('workers', options.workers ?? availableParallelism());
    wholeNumber('timeLimit', options.timeLimit ?? POOL_DEFAULTS.timeLimit);
    wholeNumber('memoryLimit', options.memoryLimit ?? POOL_DEFAULTS.memoryLimit);
    this.packing = options.packing ?? 'none';
    for (let i = 0; i < this.workers; i++) this.#start();
    this.#watch = setInterval(() => this.#look(), LOOK_EVERY);
    this.#watch.unref();
  }

  /** Threads that had to be replaced. */
  get replaced(): number {
    return this.#replaced;
  }

  /** The rows of some pages; a page's own failure is a row, so this fails only where no thread can be had. */
  extractAll(records: readonly PageRecord[]): Promise<Rows> {
    return this.#submit(records, false);
  }

  /** The row of one page. */
  async extract(record: PageRecord): Promise<Row> {
    if (this.packing !== 'none') {
      throw new FleetError(
        'bad-option',
        'expected a pool that packs nothing for single rows; leave `packing` out',
      );
    }
    return parseRow((await this.extractAll([record])).bytes);
  }

  /** Ends all threads; what was not finished is rejected. */
  async close(): Promise<void> {
    clearInterval(this.#watch);
    this.#fail(new FleetError('stopped', 'the extraction was stopped before this page was done'));
    await Promise.all([...this.#threads].map(thread => thread.end()));
    this.#threads.clear();
  }

  #submit(records: readonly PageRecord[], first: boolean): Promise<Rows> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      const waiting = { records, resolve, reject };
      if (first) this.#queue.unshift(waiting);
      else this.#queue.push(waiting);
      this.#hand();
    });
  }

  /** Gives waiting batches to the threads with the fewest. */
  #hand(): void {
    for (let load = 0; load < AHEAD; load++) {
      for (const thread of this.#threads) {
        if (this.#queue.length === 0) return;
        if (thread.load !== load) continue;
        const waiting = this.#queue.shift()!;
        this.#waiting.set(waiting, waiting);
        thread.give(waiting);
      }
    }
  }

  #start(): void {
    const { columns = ARTICLE_COLUMNS, extract = {}, extractor } = this.#options;
    const { memoryLimit = POOL_DEFAULTS.memoryLimit } = this.#options;
    const thread: ExtractionThread = new ExtractionThread({
      settings: {
        packing: this.packing,
        columns,
        extract,
        ...(extractor === undefined ? {} : { extractor }),
      },
      memoryLimit,
      onRows: (job, { bytes, unpacked, errors, busy }) => {
        this.#falseStarts = 0;
        this.#settle(job)?.resolve({ bytes, unpacked, errors, busy, rows: job.records.length });
        this.#hand();
      },
      onDeath: death => this.#replace(thread, death),
    });
    this.#threads.add(thread);
  }

  #settle(job: Job): Waiting | undefined {
    const waiting = this.#waiting.get(job);
    this.#waiting.delete(job);
    return waiting;
  }

  #replace(thread: ExtractionThread, { reason, jobs, page }: Death): void {
    this.#threads.delete(thread);
    if (this.#failure !== undefined) return;
    this.#replaced++;
    this.#falseStarts = page < 0 ? this.#falseStarts + 1 : 0;
    if (this.#falseStarts >= MOST_FALSE_STARTS * this.workers) {
      const message = `expected extraction threads to start, but ${this.#falseStarts} in a row ended at once (${reason}); run it again with --verbose and report it`;
      this.#fail(new FleetError('worker-failed', message));
      return;
    }
    this.#start();
    // The culprit's batch last, so that it comes to stand first: rows are wanted in order.
    for (const [index, job] of [...jobs.entries()].reverse()) {
      const waiting = this.#settle(job);
      if (waiting === undefined) continue;
      if (index === 0 && page >= 0) void this.#without(waiting, page, reason);
      else this.#submit(job.records, true).then(waiting.resolve, waiting.reject);
    }
    this.#hand();
  }

  /** Does a batch again but for one page, which becomes a row with an error. */
  async #without({ records, resolve, reject }: Waiting, page: number, reason: string): Promise<void> {
    try {
      const again = (some: readonly PageRecord[]) => (some.length === 0 ? [] : [this.#submit(some, true)]);
      const after = again(records.slice(page + 1));
      const before = again(records.slice(0, page));
      const parts = await Promise.all([...before, this.#failed(records[page]!, reason), ...after]);
      resolve(joined(parts));
    } catch (error) {
      reject(error);
    }
  }

  async #failed(record: PageRecord, reason: string): Promise<Rows> {
    this.#packer ??= packerOf(this.packing);
    const line = Buffer.from(lineOf(errorRow(record, reason)));
    const bytes = (await this.#packer)(line);
    return { bytes, unpacked: line.length, rows: 1, errors: 1, busy: 0 };
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of [...this.#waiting.values(), ...this.#queue]) reject(this.#failure);
    this.#waiting.clear();
    this.#queue.length = 0;
  }

  /** Ends threads whose page takes too long, and the one longest at its page where the process takes too much. */
  #look(): void {
    const { timeLimit = POOL_DEFAULTS.timeLimit, memoryLimit = POOL_DEFAULTS.memoryLimit } = this.#options;
    let slowest: ExtractionThread | undefined;
    for (const thread of this.#threads) {
      const time = thread.timeAtPage();
      if (time > timeLimit) thread.kill(`took longer than ${timeLimit / 1000} s`);
      else if (time > 0 && time > (slowest?.timeAtPage() ?? 0)) slowest = thread;
    }
    const most = (this.workers * memoryLimit + HEADROOM) * 2 ** 20;
    if (slowest !== undefined && process.memoryUsage.rss() > most) slowest.kill(OUT_OF_MEMORY);
  }
}

const OUT_OF_MEMORY = 'took more memory than allowed';

function joined(parts: readonly Rows[]): Rows {
  const sum = (of: (part: Rows) => number) => parts.reduce((total, part) => total + of(part), 0);
  return {
    bytes: Buffer.concat(parts.map(({ bytes }) => bytes)),
    unpacked: sum(part => part.unpacked),
    rows: sum(part => part.rows),
    errors: sum(part => part.errors),
    busy: sum(part => part.busy),
  };
}

function wholeNumber(name: string, value: number): number {
  if (Number.isInteger(value) && value > 0) return value;
  throw new FleetError(
    'bad-option',
    `expected a whole number above 0 for ${name}, got ${value}; give another`,
  );
}
