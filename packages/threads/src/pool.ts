import { readFileSync } from 'node:fs';
import type { BackendOptions } from './backend.js';
import { type Death, type Ending, OUT_OF_MEMORY, type TaskControl, Thread } from './thread.js';

/** How many threads there are, and what a task may cost. */
export interface PoolOptions extends BackendOptions {
  readonly threads: number;
  /** Milliseconds for a step of a task. */
  readonly timeLimit: number;
  /** Megabytes of heap for a thread. */
  readonly memoryLimit: number;
  /**
   * Megabytes that this process may take besides the heaps of its threads before the slowest of them is replaced; what it
   * held when the pool opened, and what the thread that opened it holds by itself, do not count.
   */
  readonly headroom?: number;
  /** Tasks given to a thread at once, so that it never waits for the next. Default: 1. */
  readonly ahead?: number;
  /** How often each thread may die before it was ready: then none will get better. Default: 5. */
  readonly falseStarts?: number;
  /** Told when a thread had to be replaced. */
  onReplacement?(): void;
}

export interface PoolTask extends Pick<TaskControl, 'onSaid'> {
  /** Milliseconds for a step, in place of the usual limit. */
  readonly timeLimit?: number;
  /** Takes it out of the queue; one that a thread is at is finished. */
  readonly signal?: AbortSignal | undefined;
  /** Whether it stands before all that wait. */
  readonly isFirst?: boolean;
}

/** What a thread is sent, and what of it is handed over; made when a thread takes the task. */
export type Sent = readonly [task: unknown, transfer?: readonly ArrayBuffer[]];

interface Waiting extends PoolTask {
  make(): Sent;
  end(ending: Ending): void;
  fail(reason: unknown): void;
}

const HEADROOM = 1024;
/** What a process may take besides its heap. */
const PROCESS_HEADROOM = 512;
const CHECK_INTERVAL = 100;

/**
 * Threads that do tasks as these come. A task that takes too long or too much memory, or crashes its thread, costs the
 * thread, which is replaced, and ends alone: others that the thread held are given to another.
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #threads = new Map<Thread, Waiting[]>();
  readonly #watch: NodeJS.Timeout;
  readonly #bytesBefore = bytesOfOthers();
  #queue: Waiting[] = [];
  #falseStarts = 0;
  /** Why no thread can be had. */
  #failure: Death | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
    for (let i = 0; i < options.threads; i++) this.#start();
    // An answer may be there already, behind this timer in the queue of a busy process.
    this.#watch = setInterval(() => setImmediate(() => this.#check()), CHECK_INTERVAL);
    this.#watch.unref();
  }

  /** Tasks that wait for a thread. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Tasks that threads hold. */
  get running(): number {
    return [...this.#threads.values()].reduce((sum, tasks) => sum + tasks.length, 0);
  }

  /** Does a task as soon as a thread is free, and tells how it ended. Rejects where its signal took it out of the queue. */
  run(make: () => Sent, task: PoolTask = {}): Promise<Ending> {
    const { signal, isFirst = false } = task;
    if (this.#failure !== undefined) return Promise.resolve(this.#failure);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const leave = () => {
        const place = this.#queue.indexOf(waiting);
        if (place < 0) return;
        this.#queue.splice(place, 1);
        reject(signal?.reason);
      };
      const end = (ending: Ending) => {
        signal?.removeEventListener('abort', leave);
        resolve(ending);
      };
      const waiting: Waiting = { ...task, make, end, fail: reject };
      signal?.addEventListener('abort', leave);
      if (isFirst) this.#queue.unshift(waiting);
      else this.#queue.push(waiting);
      this.#dispatch();
    });
  }

  /** Ends all threads, and with them what was not finished. */
  async close(): Promise<void> {
    clearInterval(this.#watch);
    this.#fail({ cause: 'stopped', reason: 'was not done when the threads were ended' });
    await Promise.all([...this.#threads.keys()].map(thread => thread.end()));
  }

  /** Gives waiting tasks to the threads with the fewest. */
  #dispatch(): void {
    for (let load = 0; load < (this.#options.ahead ?? 1); load++) {
      for (const [thread, tasks] of this.#threads) {
        if (this.#queue.length === 0) return;
        if (thread.isReady && tasks.length === load) void this.#assign(thread, tasks, this.#queue.shift()!);
      }
    }
  }

  async #assign(thread: Thread, tasks: Waiting[], task: Waiting): Promise<void> {
    tasks.push(task);
    try {
      const [message, transfer] = task.make();
      const ending = await thread.run(message, { transfer, onSaid: task.onSaid });
      tasks.splice(tasks.indexOf(task), 1);
      if (ending.kind === 'died' && !ending.isAtFault && this.#failure === undefined)
        this.#queue.unshift(task);
      else task.end(ending.kind === 'died' ? (this.#failure ?? ending) : ending);
    } catch (error) {
      tasks.splice(tasks.indexOf(task), 1);
      task.fail(error);
    }
    this.#dispatch();
  }

  #start(): void {
    const thread: Thread = new Thread({
      ...this.#options,
      onReady: () => {
        this.#falseStarts = 0;
        this.#dispatch();
      },
      onGone: (death, wasReady) => this.#replace(thread, death, wasReady),
    });
    this.#threads.set(thread, []);
  }

  #replace(thread: Thread, death: Death, wasReady: boolean): void {
    this.#threads.delete(thread);
    if (this.#failure !== undefined) return;
    this.#options.onReplacement?.();
    this.#falseStarts += wasReady ? 0 : 1;
    const { falseStarts = 5, threads } = this.#options;
    if (this.#falseStarts < falseStarts * threads) {
      this.#start();
      return;
    }
    const reason = `${this.#falseStarts} in a row did not start (${death.reason})`;
    this.#fail({ ...death, cause: 'unready', reason });
  }

  #fail(failure: Pick<Death, 'cause' | 'reason' | 'failure'>): void {
    this.#failure ??= { kind: 'died', step: -1, isAtFault: false, ...failure };
    for (const task of this.#queue.splice(0)) task.end(this.#failure);
  }

  /** Ends threads that are too long at a step, and those that take too much memory. */
  #check(): void {
    let slowest: Thread | undefined;
    for (const [thread, [task]] of this.#threads) {
      const { timeLimit = this.#options.timeLimit } = task ?? {};
      const time = thread.timeAtStep();
      if (time > timeLimit) thread.kill('time', `took longer than ${timeLimit / 1000} s`);
      else if (thread.pid !== undefined) this.#checkProcess(thread, thread.pid);
      else if (time > 0 && time > (slowest?.timeAtStep() ?? 0)) slowest = thread;
    }
    const { threads, memoryLimit, headroom = HEADROOM } = this.#options;
    if (slowest === undefined) return;
    if (bytesOfOthers() - this.#bytesBefore > (threads * memoryLimit + headroom) * 2 ** 20)
      slowest.kill('memory', OUT_OF_MEMORY);
  }

  #checkProcess(thread: Thread, pid: number): void {
    if (residentMegabytes(pid) > this.#options.memoryLimit + PROCESS_HEADROOM)
      thread.kill('memory', OUT_OF_MEMORY);
  }
}

/** Bytes of this process without the heap and the buffers of this thread: those are nothing that a page took. */
function bytesOfOthers(): number {
  const { rss, heapTotal, external } = process.memoryUsage();
  return rss - heapTotal - external;
}

/** Resident memory of a process, where the system tells; 0 elsewhere. */
function residentMegabytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
