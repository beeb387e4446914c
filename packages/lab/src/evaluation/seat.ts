import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Page } from '../corpora/corpus.js';
import { LabError } from '../errors.js';
import { builtLab } from '../versions.js';
import type { PageTask, WorkerMessage, WorkerSetup } from './protocol.js';
import { type EvaluationRow, type FailureKind, failedRow } from './scoring.js';

/** Loading models and recorded outputs takes seconds on a busy machine; nothing takes minutes. */
const LOADING_LIMIT_MS = 120_000;

/** A method that fills memory loses its worker, not the run: two gigabytes are ten times what any method here needs. */
const WORKER_MEMORY_MB = 2048;

/** Takes a finished row, and the extracted text where the setup asks for texts. */
export type OnRow = (row: EvaluationRow, text: string) => void;

interface Failure {
  readonly method: string;
  readonly kind: FailureKind;
  readonly error: string;
  readonly ms: number;
}

/**
 * A place at which one worker sits and works on one page at a time. A worker that hangs or dies is replaced; the method
 * it was busy with gets a failed row and the others of the page are asked of the next worker.
 */
export class Seat {
  readonly #setup: WorkerSetup;
  readonly #timeLimit: number;
  readonly #signal: AbortSignal;
  #worker: Worker | undefined;

  constructor(setup: WorkerSetup, timeLimit: number, signal: AbortSignal) {
    this.#setup = setup;
    this.#timeLimit = timeLimit;
    this.#signal = signal;
  }

  /** Gives a row for every method. Rejects when stopped, and when a method cannot be loaded at all. */
  async work(page: Page, methods: readonly string[], onRow: OnRow): Promise<void> {
    const left = new Set(methods);
    const take: OnRow = (row, text) => {
      left.delete(row.method);
      onRow(row, text);
    };
    while (left.size > 0) {
      this.#signal.throwIfAborted();
      this.#worker ??= await this.#seatWorker();
      const failure = await this.#attempt(this.#worker, { page, methods: [...left] }, take);
      if (!failure) continue;
      await this.close();
      take(failedRow(page, failure, this.#setup), '');
    }
  }

  /** Ends the worker. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker) await endWorker(worker);
  }

  /** Starts a worker and waits until it has loaded its methods. */
  async #seatWorker(): Promise<Worker> {
    const worker = new Worker(join(builtLab, 'evaluation', 'worker.js'), {
      workerData: this.#setup,
      // Flags of this process, such as a condition by which packages resolve to their sources, are not for the build.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
      // What methods print is theirs: it would end up between the rows of a table.
      stdout: true,
      stderr: true,
    });
    worker.stdout.resume();
    worker.stderr.resume();
    try {
      await until<void>(worker, this.#signal, LOADING_LIMIT_MS, {
        message: (message, { resolve, reject }) => {
          if (message.kind === 'ready') resolve();
          else if (message.kind === 'unready') reject(new LabError(message.code, message.message));
        },
        ended: (reason, { reject }) => reject(cannotLoad(this.#setup.methods, reason)),
        late: ({ reject }) =>
          reject(cannotLoad(this.#setup.methods, `nothing came in ${LOADING_LIMIT_MS / 1000} s`)),
      });
      return worker;
    } catch (error) {
      await endWorker(worker);
      throw error;
    }
  }

  /** One worker on the methods of a page: undefined when all have their row, else how the worker was lost. */
  async #attempt(worker: Worker, task: PageTask, onRow: OnRow): Promise<Failure | undefined> {
    let method = task.methods[0]!;
    let begun = performance.now();
    const lost = (kind: FailureKind, error: string): Failure => ({
      method,
      kind,
      error,
      ms: performance.now() - begun,
    });
    const limit = this.#timeLimit;
    const outcome = until<Failure | undefined>(worker, this.#signal, limit, {
      message: (message, { resolve, restart }) => {
        if (message.kind === 'started') {
          method = message.method;
          begun = performance.now();
          restart();
        } else if (message.kind === 'row') onRow(message.row, message.text ?? '');
        else if (message.kind === 'finished') resolve(undefined);
      },
      ended: (reason, { resolve }) => resolve(lost('crashed', reason)),
      late: ({ resolve }) => resolve(lost('timed-out', `gave nothing in ${limit / 1000} s`)),
    });
    worker.postMessage(task);
    return outcome;
  }
}

interface Ways<T> {
  resolve(value: T): void;
  reject(error: unknown): void;
  /** Sets the clock back. */
  restart(): void;
}

interface Reactions<T> {
  message(message: WorkerMessage, ways: Ways<T>): void;
  ended(reason: string, ways: Ways<T>): void;
  late(ways: Ways<T>): void;
}

/** Listens to a worker until one of the reactions settles it; stops listening then. */
function until<T>(worker: Worker, signal: AbortSignal, limitMs: number, reactions: Reactions<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const settle = (end: () => void) => {
      clearTimeout(clock);
      stopListening(worker);
      signal.removeEventListener('abort', abort);
      end();
    };
    const ways: Ways<T> = {
      resolve: value => settle(() => resolve(value)),
      reject: error => settle(() => reject(error)),
      restart: () => void clock.refresh(),
    };
    const abort = () => ways.reject(signal.reason);
    const clock = setTimeout(() => reactions.late(ways), limitMs);
    worker.on('message', (message: WorkerMessage) => {
      try {
        reactions.message(message, ways);
      } catch (error) {
        ways.reject(error);
      }
    });
    worker.on('error', error => reactions.ended(`ended its worker: ${error.message}`, ways));
    worker.on('exit', code => reactions.ended(`ended its worker with exit code ${code}`, ways));
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
  });
}

/**
 * Takes our listeners away by name: without one, those go too by which the worker itself learns of new listeners, and
 * it would never give a message again.
 */
function stopListening(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
  // Errors of a worker nobody listens to any more would end the process.
  worker.on('error', () => undefined);
}

async function endWorker(worker: Worker): Promise<void> {
  stopListening(worker);
  await worker.terminate();
}

function cannotLoad(methods: readonly string[], reason: string): LabError {
  return new LabError(
    'bad-option',
    `A worker could not load ${methods.join(', ')}: ${reason}. Leave out the one at fault.`,
  );
}
