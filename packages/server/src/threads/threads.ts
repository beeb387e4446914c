import { Problem } from '../problem.js';
import { problemFromFailure } from './problem-from-failure.js';
import { type Ending, Thread } from './thread.js';

/** How many threads there are, and what a task may cost. */
export interface ThreadsOptions {
  readonly threads: number;
  /** Milliseconds for a task. */
  readonly timeLimit: number;
  /** Megabytes of heap for a thread. */
  readonly memoryLimit: number;
  /** Tasks that may wait. */
  readonly queueLimit: number;
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
const MOST_WAITING_BYTES = 512 * 2 ** 20;
/** A thread that dies this often before it was ready will not get better. */
const MOST_FALSE_STARTS = 5;

interface Waiting {
  readonly task: string;
  readonly input: unknown;
  readonly weight: number;
  readonly timeLimit: number;
  /** Called when it no longer waits. */
  left(): void;
  resolve(output: TaskOutput): void;
  reject(error: unknown): void;
}

/**
 * Threads that do tasks of the table, each one at a time. A task that throws is a problem; one that takes too long or
 * too much memory, or crashes its thread, costs the thread, which is replaced, and fails alone.
 */
export class Threads {
  readonly #options: ThreadsOptions;
  readonly #listener: ThreadsListener;
  readonly #threads = new Set<Thread>();
  readonly #queue = new Set<Waiting>();
  #waitingBytes = 0;
  #running = 0;
  #falseStarts = 0;
  #isClosed = false;
  /** Why no thread can be had. */
  #failure: Error | undefined;

  constructor(options: ThreadsOptions, listener: ThreadsListener = {}) {
    this.#options = options;
    this.#listener = listener;
    for (let i = 0; i < options.threads; i++) this.#start();
  }

  /** Tasks that wait for a thread. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Tasks that threads are at. */
  get running(): number {
    return this.#running;
  }

  /** Does a task as soon as a thread is free; refuses where too much waits already. */
  run(task: string, input: unknown, options: TaskOptions = {}): Promise<TaskOutput> {
    const { signal, weight = 0, timeLimit = this.#options.timeLimit } = options;
    if (this.#isClosed) return Promise.reject(stopped());
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (this.#queue.size >= this.#options.queueLimit || this.#waitingBytes + weight > MOST_WAITING_BYTES) {
      return Promise.reject(busy(this.#queue.size));
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (this.#leave(waiting)) reject(signal?.reason);
      };
      const left = () => signal?.removeEventListener('abort', leave);
      const waiting: Waiting = { task, input, weight, timeLimit, left, resolve, reject };
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener('abort', leave, { once: true });
      this.#queue.add(waiting);
      this.#waitingBytes += weight;
      this.#hand();
    });
  }

  /** Ends all threads; what was not finished is refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const waiting of [...this.#queue]) if (this.#leave(waiting)) waiting.reject(stopped());
    await Promise.all([...this.#threads].map(thread => thread.close()));
    this.#threads.clear();
  }

  #leave(waiting: Waiting): boolean {
    if (!this.#queue.delete(waiting)) return false;
    this.#waitingBytes -= waiting.weight;
    waiting.left();
    return true;
  }

  #hand(): void {
    for (const thread of this.#threads) {
      if (!thread.isFree) continue;
      const [waiting] = this.#queue;
      if (waiting === undefined) return;
      this.#leave(waiting);
      void this.#do(thread, waiting);
    }
  }

  async #do(thread: Thread, { task, input, timeLimit, resolve, reject }: Waiting): Promise<void> {
    this.#running++;
    const begun = performance.now();
    const ending: Ending = await thread.run(task, input, timeLimit);
    this.#running--;
    this.#listener.onTask?.(task, (performance.now() - begun) / 1000);
    if (ending.kind === 'done') resolve(ending);
    else reject(ending.kind === 'failed' ? problemFromFailure(ending.failure) : this.#deathProblem(ending));
  }

  #deathProblem({ cause, reason }: Ending & { kind: 'died' }): unknown {
    return this.#isClosed ? stopped() : DEATHS[cause](reason);
  }

  #start(): void {
    let wasReady = false;
    const thread: Thread = new Thread({
      memoryLimit: this.#options.memoryLimit,
      tasks: this.#options.tasks,
      onFree: () => {
        wasReady = true;
        this.#falseStarts = 0;
        this.#hand();
      },
      onDeath: reason => this.#replace(thread, wasReady, reason),
    });
    this.#threads.add(thread);
  }

  #replace(thread: Thread, wasReady: boolean, reason: string): void {
    this.#threads.delete(thread);
    if (this.#isClosed) return;
    this.#listener.onReplacement?.();
    this.#falseStarts += wasReady ? 0 : 1;
    if (this.#falseStarts < MOST_FALSE_STARTS * this.#options.threads) {
      this.#start();
      return;
    }
    this.#failure = new Error(
      `expected threads to start, but ${this.#falseStarts} in a row did not (${reason})`,
    );
    for (const waiting of [...this.#queue]) if (this.#leave(waiting)) waiting.reject(this.#failure);
  }
}

/** What a page is told whose thread died. */
const DEATHS: Readonly<Record<'time' | 'memory' | 'crash', (reason: string) => unknown>> = {
  time: reason =>
    new Problem(
      'took-too-long',
      `expected an answer in time, but the page ${reason}`,
      'Try another method, or start the server with a longer --time-limit.',
    ),
  memory: reason =>
    new Problem(
      'unprocessable',
      `expected a page that fits, but it ${reason}`,
      'Send a smaller page, or start the server with a larger --memory.',
    ),
  crash: reason => new Error(`a thread crashed: ${reason}`),
};

function busy(waiting: number): Problem {
  return new Problem(
    'unavailable',
    `expected room for a page, but ${waiting} wait already`,
    'Try again in some seconds.',
  );
}

function stopped(): Problem {
  return new Problem(
    'unavailable',
    'expected a running server, but it is stopping',
    'Try again when it has started anew.',
  );
}
