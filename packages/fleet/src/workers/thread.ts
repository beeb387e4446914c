import { Worker } from 'node:worker_threads';
import type { DeathAt, Job } from './jobs.js';
import type { EndMessage, FailureMessage, RowsMessage, WorkerSettings } from './protocol.js';

/** The end of a thread that nobody asked for. */
export interface Death extends DeathAt {
  /** What it held, the one it was at first. */
  readonly jobs: readonly Job[];
}

/** What a thread is given when it starts. */
export interface ThreadOptions {
  readonly settings: Omit<WorkerSettings, 'progress'>;
  /** Megabytes of heap. */
  readonly memoryLimit: number;
  /** Told of rows, and after the last of a job that it is done. */
  onRows(): void;
  onDone(job: Job): void;
  onDeath(death: Death): void;
}

/**
 * Megabytes of young objects. A collection moves a third of them at most into the heap at once: much more, and a page that
 * takes all memory would overrun what Node keeps in hand to end its thread, and end the process.
 */
const YOUNG_GENERATION = 24;

/** Milliseconds that a thread has to end by itself: whoever stops a command waits for it. */
const GRACE = 1000;

/** One thread that does jobs, one after another. */
export class ExtractionThread {
  readonly #worker: Worker;
  readonly #options: ThreadOptions;
  readonly #progress = new Int32Array(new SharedArrayBuffer(12));
  readonly #jobs = new Map<number, Job>();
  readonly #exit: Promise<unknown>;
  #given = 0;
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
    this.#worker.on('message', (message: RowsMessage | FailureMessage) => this.#heard(message));
    this.#worker.on('error', error => {
      this.#reason ??= reasonOf(error);
    });
    this.#exit = new Promise(resolve => this.#worker.on('exit', resolve));
    this.#worker.on('exit', code => this.#over(`ended its thread (code ${code})`));
  }

  /** Jobs that it holds. */
  get load(): number {
    return this.#jobs.size;
  }

  give(job: Job): void {
    const number = ++this.#given;
    this.#jobs.set(number, job);
    const { message, transfer } = job.message(number);
    this.#worker.postMessage(message, transfer);
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

  /**
   * Ends it because it is no longer needed: by itself, before its next page. Node dies when it ends a thread from outside
   * that is about to unpack something.
   */
  async end(): Promise<void> {
    this.#isOver = true;
    Atomics.store(this.#progress, 2, 1);
    this.#worker.postMessage('end' satisfies EndMessage);
    const clock = setTimeout(() => void this.#worker.terminate(), GRACE);
    await this.#exit;
    clearTimeout(clock);
  }

  #heard(message: RowsMessage | FailureMessage): void {
    const job = this.#jobs.get(message.job);
    if (job === undefined) return;
    if ('failure' in message || message.isLast) this.#jobs.delete(message.job);
    if ('failure' in message) job.onFailure?.(message.failure);
    else job.onRows(message);
    this.#options.onRows();
    if (!this.#jobs.has(message.job)) this.#options.onDone(job);
  }

  #over(reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const [job, page] = this.#progress as unknown as [number, number];
    // Where the job it was at is done, its page died of nothing: the thread ended between two jobs.
    const isAtPage = this.#jobs.has(job);
    const jobs = [...this.#jobs.values()];
    this.#options.onDeath({ reason: this.#reason ?? reason, jobs, page: isAtPage ? page : -1 });
  }
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
