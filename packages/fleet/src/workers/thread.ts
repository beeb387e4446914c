import { Worker } from 'node:worker_threads';
import type { RecordHead } from '../output/row.js';
import type { PageRecord } from '../records/record.js';
import type { BatchMessage, RowsMessage, WorkerSettings } from './protocol.js';

/** Some pages that a thread is to do. */
export interface Job {
  readonly records: readonly PageRecord[];
}

/** The end of a thread that nobody asked for. */
export interface Death {
  /** In words, for the row of the page. */
  readonly reason: string;
  /** What it held, the one it was at first. */
  readonly jobs: readonly Job[];
  /** The page of the first job that it was at, or -1 where it was at none. */
  readonly page: number;
}

/** What a thread is given when it starts. */
export interface ThreadOptions {
  readonly settings: Omit<WorkerSettings, 'progress'>;
  /** Megabytes of heap. */
  readonly memoryLimit: number;
  onRows(job: Job, rows: RowsMessage): void;
  onDeath(death: Death): void;
}

/** Young objects of a page fit here, so that most collections of garbage have nothing to move. */
const YOUNG_GENERATION = 64;

/** One thread that extracts batches of pages, one after another. */
export class ExtractionThread {
  readonly #worker: Worker;
  readonly #options: ThreadOptions;
  readonly #progress = new Int32Array(new SharedArrayBuffer(8));
  readonly #jobs = new Map<number, Job>();
  #batch = 0;
  #reason: string | undefined;
  #isOver = false;
  /** The page that was seen last, and since when. */
  #seen = '';
  #since = 0;

  constructor(options: ThreadOptions) {
    this.#options = options;
    this.#progress[1] = -1;
    this.#worker = new Worker(workerFile(), {
      workerData: { ...options.settings, progress: this.#progress },
      // Conditions and loaders of whoever started us are not for the built file.
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: options.memoryLimit,
        maxYoungGenerationSizeMb: YOUNG_GENERATION,
      },
    });
    this.#worker.on('message', (rows: RowsMessage) => this.#done(rows));
    this.#worker.on('error', error => {
      this.#reason ??= reasonOf(error);
    });
    this.#worker.on('exit', code => this.#over(`ended its thread (code ${code})`));
  }

  /** Batches that it holds. */
  get load(): number {
    return this.#jobs.size;
  }

  give(job: Job): void {
    const batch = ++this.#batch;
    this.#jobs.set(batch, job);
    const message = packed(batch, job.records);
    this.#worker.postMessage(message, [message.bytes]);
  }

  /** Milliseconds that it has been at its page, as far as was looked; 0 where it is at none. */
  timeAtPage(): number {
    const page = Atomics.load(this.#progress, 1);
    const seen = page < 0 ? '' : `${Atomics.load(this.#progress, 0)}:${page}`;
    const now = performance.now();
    if (seen !== this.#seen) {
      this.#seen = seen;
      this.#since = now;
    }
    return seen === '' ? 0 : now - this.#since;
  }

  /** Ends it because of the page that it is at. */
  kill(reason: string): void {
    this.#reason ??= reason;
    void this.#worker.terminate();
  }

  /** Ends it because it is no longer needed. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#worker.terminate();
  }

  #done(rows: RowsMessage): void {
    const job = this.#jobs.get(rows.batch);
    this.#jobs.delete(rows.batch);
    if (job !== undefined) this.#options.onRows(job, rows);
  }

  #over(reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const [batch, page] = this.#progress as unknown as [number, number];
    // Where the batch it was at is done, its page died of nothing: the thread ended between two batches.
    const isAtPage = this.#jobs.has(batch);
    const jobs = [...this.#jobs.values()];
    this.#options.onDeath({ reason: this.#reason ?? reason, jobs, page: isAtPage ? page : -1 });
  }
}

/** Copies the bytes of some pages into one buffer that can be handed over; the pages stay, should the thread die. */
function packed(batch: number, records: readonly PageRecord[]): BatchMessage {
  const lengths = records.map(({ bytes }) => bytes.length);
  const all = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const { bytes } of records) {
    all.set(bytes, at);
    at += bytes.length;
  }
  const heads = records.map(({ bytes: _, ...head }): RecordHead => head);
  return { batch, heads, lengths, bytes: all.buffer };
}

function reasonOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'took more memory than allowed';
  return `crashed its thread (${error.name}: ${error.message})`.replace(/\s+/g, ' ').slice(0, 600);
}

/**
 * A worker needs JavaScript. Run from TypeScript sources (under vitest or tsx), the built file beside them is taken:
 * `npm test` builds first, so it is the same code.
 */
function workerFile(): URL {
  const built = import.meta.url.endsWith('.ts') ? '../../dist/workers/worker.js' : './worker.js';
  return new URL(built, import.meta.url);
}
