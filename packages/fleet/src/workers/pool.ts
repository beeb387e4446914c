import { availableParallelism } from 'node:os';
import type { PageRecord } from '@webpith/records';
import type { ExtractOptions } from 'webpith';
import { FleetError } from '../errors.js';
import { type Packer, type Packing, packerOf } from '../output/compression.js';
import { ARTICLE_COLUMNS, type ArticleColumn, errorRow, lineOf, parseRow, type Row } from '../output/row.js';
import { type Job, PagesJob, type RowsOfStretch, StretchJob } from './jobs.js';
import type { PageFilter } from './page-filter.js';
import type { Stretch } from './protocol.js';
import type { Rows } from './rows.js';
import { type Death, ExtractionThread } from './thread.js';

export type { Rows } from './rows.js';

/** How pages are extracted, and what a page may cost. */
export interface PoolOptions {
  /** Threads. Default: one a core. */
  readonly workers?: number;
  /** How the rows are packed. Default: not at all. */
  readonly packing?: Packing;
  /** Columns of the article that are wanted. Default: all. */
  readonly columns?: readonly ArticleColumn[];
  readonly extract?: Pick<ExtractOptions, 'include' | 'lean'>;
  /** Pages that it does not want give no row. */
  readonly filter?: PageFilter;
  /** Milliseconds that a page may take. Default: 30,000. */
  readonly timeLimit?: number;
  /** Megabytes of heap that a thread may take. Default: 512. */
  readonly memoryLimit?: number;
  /** Module whose `extract` takes the place of the library's; for tests. */
  readonly extractor?: string;
}

/** What a page may cost when nothing else is said. */
export const POOL_DEFAULTS = { timeLimit: 30_000, memoryLimit: 512 } as const;

/** Jobs given to a thread ahead of time, so that it never waits for the next. */
const AHEAD = 2;
/** A thread that dies this often without having begun a page will not get better. */
const MOST_FALSE_STARTS = 3;
/** What the process may take besides the heaps of its threads before the busiest of them is replaced, in megabytes. */
const HEADROOM = 1024;
const LOOK_EVERY = 100;

/**
 * Threads that turn pages into rows. A page that throws is a row with an error; one that crashes its thread, takes too
 * long, or too much memory costs the thread, which is replaced, and is a row with an error too. The other pages that
 * the thread held are done again by another.
 */
export class ExtractionPool {
  readonly workers: number;
  readonly packing: Packing;
  readonly columns: readonly ArticleColumn[];
  readonly #options: PoolOptions;
  readonly #threads = new Set<ExtractionThread>();
  readonly #queue: Job[] = [];
  readonly #underWay = new Set<Job>();
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
    this.columns = options.columns ?? ARTICLE_COLUMNS;
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
    return new Promise((resolve, reject) => {
      const failedRow = (record: PageRecord, reason: string) => this.#failed(record, reason);
      this.#submit(new PagesJob(records, { resolve, reject }, failedRow));
    });
  }

  /** Hands over the rows of the pages of a stretch as they come; done when all have. */
  extractStretch(stretch: Stretch, give: (rows: RowsOfStretch) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#submit(new StretchJob(stretch, give, { resolve, reject }));
    });
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

  #submit(job: Job): void {
    if (this.#failure !== undefined) {
      job.fail(this.#failure);
      return;
    }
    this.#queue.push(job);
    this.#hand();
  }

  /** Gives waiting jobs to the threads with the fewest. */
  #hand(): void {
    for (let load = 0; load < AHEAD; load++) {
      for (const thread of this.#threads) {
        if (this.#queue.length === 0) return;
        if (thread.load !== load) continue;
        const job = this.#queue.shift()!;
        this.#underWay.add(job);
        thread.give(job);
      }
    }
  }

  #start(): void {
    const { extract = {}, extractor, filter } = this.#options;
    const { memoryLimit = POOL_DEFAULTS.memoryLimit } = this.#options;
    const thread: ExtractionThread = new ExtractionThread({
      settings: {
        packing: this.packing,
        columns: this.columns,
        extract,
        ...(extractor === undefined ? {} : { extractor }),
        ...(filter === undefined ? {} : { filter }),
      },
      memoryLimit,
      onRows: () => {
        this.#falseStarts = 0;
      },
      onDone: job => {
        this.#underWay.delete(job);
        this.#hand();
      },
      onDeath: death => this.#replace(thread, death),
    });
    this.#threads.add(thread);
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
    // What was held comes to stand first, in its order: rows are wanted in order.
    const again = jobs.flatMap((job, index) => job.afterDeath(index === 0 ? { reason, page } : undefined));
    for (const job of jobs) this.#underWay.delete(job);
    this.#queue.unshift(...again);
    this.#hand();
  }

  async #failed(record: PageRecord, reason: string): Promise<Rows> {
    this.#packer ??= packerOf(this.packing);
    const line = Buffer.from(lineOf(errorRow(record, reason)));
    const bytes = (await this.#packer)(line);
    return { bytes, unpacked: line.length, rows: 1, errors: 1, filtered: 0, busy: 0 };
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const job of [...this.#underWay, ...this.#queue]) job.fail(this.#failure);
    this.#underWay.clear();
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

function wholeNumber(name: string, value: number): number {
  if (Number.isInteger(value) && value > 0) return value;
  throw new FleetError(
    'bad-option',
    `expected a whole number above 0 for ${name}, got ${value}; give another`,
  );
}
