import { type Death, Pool } from '@webpith/threads';
import { problemFromFailure } from '../answer-problems.js';
import { JOB_MEMORY } from '../jobs/thread.js';
import type { ServerOptions } from '../options.js';
import { Problem } from '../problem.js';
import type { Task } from './worker.js';

export type ThreadsOptions = Pick<ServerOptions, 'threads' | 'timeLimit' | 'memoryLimit' | 'queueLimit'> &
  Partial<Pick<ServerOptions, 'sandbox' | 'jobs' | 'tasks'>>;

interface TaskOptions {
  /** Aborting removes a waiting task from the queue; a running task is finished. */
  readonly signal?: AbortSignal | undefined;
  /** Size of the input in bytes, counted while the task waits. */
  readonly weight?: number;
  /** Milliseconds; overrides the limit of the server. */
  readonly timeLimit?: number;
}

export function jsonOf<T>(output: Uint8Array): T {
  return JSON.parse(Buffer.from(output).toString()) as T;
}

interface ThreadsListener {
  onTask?(task: string, seconds: number): void;
  onReplacement?(): void;
}

/** Maximum sum of the weights of waiting tasks. */
const MAX_WAITING_BYTES = 512 * 2 ** 20;

/** If a task exceeds its time or memory, or crashes, only that task fails; its thread is replaced. */
export class Threads {
  readonly #pool: Pool;
  #waitingBytes = 0;

  constructor(
    private readonly options: ThreadsOptions,
    private readonly listener: ThreadsListener = {},
  ) {
    const { threads, sandbox = false, timeLimit, memoryLimit, jobs = 0, tasks } = options;
    this.#pool = new Pool({
      file: new URL('./worker.js', import.meta.url),
      data: tasks,
      kind: sandbox ? 'process' : 'thread',
      threads,
      timeLimit,
      memoryLimit,
      // Jobs run in threads of this process too.
      headroom: 1024 + jobs * JOB_MEMORY,
      onReplacement: () => listener.onReplacement?.(),
    });
  }

  get waiting(): number {
    return this.#pool.waiting;
  }

  get running(): number {
    return this.#pool.running;
  }

  /** Runs a task when a thread is free. Throws a problem if the queue is full. */
  async run(task: string, input: unknown, options: TaskOptions = {}): Promise<Uint8Array> {
    const { weight = 0, ...rest } = options;
    if (this.waiting >= this.options.queueLimit || this.#waitingBytes + weight > MAX_WAITING_BYTES) {
      throw busy(this.waiting);
    }
    this.#waitingBytes += weight;
    let waits = weight;
    let begun: number | undefined;
    const leave = () => {
      this.#waitingBytes -= waits;
      waits = 0;
    };
    const make = () => {
      leave();
      begun = performance.now();
      return [{ task, input } satisfies Task] as const;
    };
    const ending = await this.#pool.run(make, rest).finally(leave);
    if (begun !== undefined) this.listener.onTask?.(task, (performance.now() - begun) / 1000);
    if (ending.kind === 'failed') throw problemFromFailure(ending.failure);
    if (ending.kind === 'died') throw PROBLEMS_BY_CAUSE[ending.cause](ending.reason);
    return ending.answer as Uint8Array;
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}

const PROBLEMS_BY_CAUSE: Readonly<Record<Death['cause'], (reason: string) => Error>> = {
  time: reason =>
    new Problem(
      'took-too-long',
      `The page ${reason}.`,
      'Try another method, or ask the administrator of the server to raise the time limit.',
    ),
  memory: reason =>
    new Problem(
      'unprocessable',
      `The page ${reason}.`,
      'Send a smaller page, or ask the administrator of the server to raise the memory limit.',
    ),
  crash: reason => new Error(`a thread crashed: the page ${reason}`),
  unready: reason => new Error(`the threads did not start: ${reason}`),
  stopped: () => new Problem('unavailable', 'The server is stopping.', 'Try again after it has restarted.'),
};

function busy(waiting: number): Problem {
  return new Problem(
    'unavailable',
    `The server is busy: ${waiting} pages are waiting.`,
    'Try again in a few seconds.',
  );
}
