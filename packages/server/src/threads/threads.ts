import { type Death, Pool } from '@webpith/threads';
import { JOB_MEMORY } from '../jobs/thread.js';
import { Problem } from '../problem.js';
import { problemFromFailure } from '../problem-from-error.js';
import type { Task } from './worker.js';

/** How many threads there are, and what a task may cost. */
export interface ThreadsOptions {
  readonly threads: number;
  /** Whether they are processes in a sandbox. */
  readonly sandbox?: boolean;
  /** Milliseconds for a task. */
  readonly timeLimit: number;
  /** Megabytes of heap for a thread. */
  readonly memoryLimit: number;
  /** Tasks that may wait. */
  readonly queueLimit: number;
  /** Jobs that may take their memory beside threads. */
  readonly jobs?: number;
  /** Module whose `tasks` take the place of ours; for tests. */
  readonly tasks?: string;
}

/** A task and what it weighs. */
export interface TaskOptions {
  /** Takes a waiting task out of the queue; one that runs is finished. */
  readonly signal?: AbortSignal | undefined;
  /** Bytes that it holds while it waits. */
  readonly weight?: number;
  /** Milliseconds, in place of the usual limit. */
  readonly timeLimit?: number;
}

/** Bytes, and the milliseconds that a thread spent on them. */
export interface TaskOutput {
  readonly output: Uint8Array;
  readonly ms: number;
}

/** Told of what happens, for the metrics. */
export interface ThreadsListener {
  onTask?(task: string, seconds: number): void;
  onReplacement?(): void;
}

/** Bytes of all tasks that may wait. */
const MAX_WAITING_BYTES = 512 * 2 ** 20;

/**
 * Threads that do tasks of the table, each one at a time. A task that throws is a problem; one that takes too long or
 * too much memory, or crashes its thread, costs the thread, which is replaced, and fails alone.
 */
export class Threads {
  readonly #options: ThreadsOptions;
  readonly #listener: ThreadsListener;
  readonly #pool: Pool;
  #waitingBytes = 0;

  constructor(options: ThreadsOptions, listener: ThreadsListener = {}) {
    const { threads, sandbox = false, timeLimit, memoryLimit, jobs = 0, tasks } = options;
    this.#options = options;
    this.#listener = listener;
    this.#pool = new Pool({
      file: new URL('./worker.js', import.meta.url),
      data: tasks,
      kind: sandbox ? 'process' : 'thread',
      threads,
      timeLimit,
      memoryLimit,
      headroom: 1024 + jobs * JOB_MEMORY,
      onReplacement: () => listener.onReplacement?.(),
    });
  }

  /** Tasks that wait for a thread. */
  get waiting(): number {
    return this.#pool.waiting;
  }

  /** Tasks that threads are at. */
  get running(): number {
    return this.#pool.running;
  }

  /** Does a task as soon as a thread is free; refuses where too much waits already. */
  async run(task: string, input: unknown, options: TaskOptions = {}): Promise<TaskOutput> {
    const { weight = 0, ...rest } = options;
    if (this.waiting >= this.#options.queueLimit || this.#waitingBytes + weight > MAX_WAITING_BYTES) {
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
    if (begun !== undefined) this.#listener.onTask?.(task, (performance.now() - begun) / 1000);
    if (ending.kind === 'failed') throw problemFromFailure(ending.failure);
    if (ending.kind === 'died') throw PROBLEMS_BY_CAUSE[ending.cause](ending.reason);
    return { output: ending.answer as Uint8Array, ms: ending.ms };
  }

  /** Ends all threads; what was not finished is refused. */
  async close(): Promise<void> {
    await this.#pool.close();
  }
}

/** What a page is told whose thread died. */
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
