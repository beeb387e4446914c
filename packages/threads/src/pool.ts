import { readFileSync } from 'node:fs';
import type { BackendOptions } from './backend.js';
import { type Death, type Ending, OUT_OF_MEMORY, type TaskControl, Thread } from './thread.js';

export interface PoolOptions extends BackendOptions {
  readonly threads: number;
  readonly timeLimit: number;
  readonly memoryLimit: number;
  /** Megabytes that all threads may use beyond their heap limits; above, the thread longest at its step is replaced. */
  readonly headroom?: number;
  /** Tasks assigned to a thread at a time. With more than one, it does not wait between tasks. Default: 1. */
  readonly ahead?: number;
  /** Failed starts in a row, per thread, after which the pool gives up. Default: 5. */
  readonly falseStarts?: number;
  onReplacement?(): void;
}

export interface PoolTask extends Pick<TaskControl, 'onMessage'> {
  readonly timeLimit?: number;
  readonly signal?: AbortSignal | undefined;
  readonly isFirst?: boolean;
}

export type Sent = readonly [task: unknown, transfer?: readonly ArrayBuffer[]];

interface QueuedTask extends PoolTask {
  make(): Sent;
  end(ending: Ending): void;
  fail(reason: unknown): void;
}

const HEADROOM = 1024;
const PROCESS_HEADROOM = 512;
const CHECK_INTERVAL = 100;

/**
 * Runs tasks on a fixed number of threads. A thread whose task takes too long or too much memory, or crashes it, is
 * replaced; its other tasks go to another thread.
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #threads = new Map<Thread, QueuedTask[]>();
  readonly #watch: NodeJS.Timeout;
  readonly #bytesBefore = bytesOfThreads();
  #queue: QueuedTask[] = [];
  #falseStarts = 0;
  #failure: Death | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
    for (let i = 0; i < options.threads; i++) this.#start();
    // Deferred: in a busy process the answer may already be in the event queue, behind this timer.
    this.#watch = setInterval(() => setImmediate(() => this.#check()), CHECK_INTERVAL);
    this.#watch.unref();
  }

  get waiting(): number {
    return this.#queue.length;
  }

  get running(): number {
    return [...this.#threads.values()].reduce((sum, tasks) => sum + tasks.length, 0);
  }

  /** Runs a task when a thread is free. Rejects if its signal removes it from the queue. */
  run(make: () => Sent, task: PoolTask = {}): Promise<Ending> {
    const { signal, isFirst = false } = task;
    if (this.#failure !== undefined) return Promise.resolve(this.#failure);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const leave = () => {
        const place = this.#queue.indexOf(queued);
        if (place < 0) return;
        this.#queue.splice(place, 1);
        reject(signal?.reason);
      };
      const end = (ending: Ending) => {
        signal?.removeEventListener('abort', leave);
        resolve(ending);
      };
      const queued: QueuedTask = { ...task, make, end, fail: reject };
      signal?.addEventListener('abort', leave);
      if (isFirst) this.#queue.unshift(queued);
      else this.#queue.push(queued);
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#watch);
    this.#fail({ cause: 'stopped', reason: 'was not finished when the threads were stopped' });
    await Promise.all([...this.#threads.keys()].map(thread => thread.end()));
  }

  #dispatch(): void {
    for (let load = 0; load < (this.#options.ahead ?? 1); load++) {
      for (const [thread, tasks] of this.#threads) {
        if (this.#queue.length === 0) return;
        if (thread.isReady && tasks.length === load) void this.#assign(thread, tasks, this.#queue.shift()!);
      }
    }
  }

  async #assign(thread: Thread, tasks: QueuedTask[], task: QueuedTask): Promise<void> {
    tasks.push(task);
    try {
      const [message, transfer] = task.make();
      const ending = await thread.run(message, { transfer, onMessage: task.onMessage });
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
      onExit: (death, wasReady) => this.#replace(thread, death, wasReady),
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
    if (bytesOfThreads() - this.#bytesBefore > (threads * memoryLimit + headroom) * 2 ** 20)
      slowest.kill('memory', OUT_OF_MEMORY);
  }

  #checkProcess(thread: Thread, pid: number): void {
    if (residentMegabytes(pid) > this.#options.memoryLimit + PROCESS_HEADROOM)
      thread.kill('memory', OUT_OF_MEMORY);
  }
}

/** Resident memory of this process without the heap and buffers of the calling thread. */
function bytesOfThreads(): number {
  const { rss, heapTotal, external } = process.memoryUsage();
  return rss - heapTotal - external;
}

function residentMegabytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** A started task: its results as they arrive, and its size in bytes. */
export interface InFlight<R> {
  readonly results: AsyncIterator<R, unknown>;
  readonly bytes: number;
}

export function single<R>(result: Promise<R>, bytes = 0): InFlight<R> {
  result.catch(() => {});
  async function* results() {
    yield await result;
  }
  return { results: results(), bytes };
}

const MAX_BYTES = 64 << 20;

/**
 * Runs up to `concurrency` tasks at once and yields their results in the order of the tasks. The next task is read only
 * when there is room for it, so that memory does not grow with the input.
 */
export async function* inOrder<T, R>(
  tasks: AsyncIterable<T>,
  concurrency: number,
  begin: (task: T) => InFlight<R>,
): AsyncGenerator<R> {
  const reading = tasks[Symbol.asyncIterator]();
  const inFlight: InFlight<R>[] = [];
  let bytes = 0;
  let pull: Promise<Step<T, R>> | undefined;
  let result: Promise<Step<T, R>> | undefined;
  let isOver = false;
  try {
    while (!isOver || inFlight.length > 0) {
      const hasRoom = inFlight.length < concurrency && bytes < MAX_BYTES;
      if (!isOver && hasRoom) pull ??= reading.next().then(task => ({ task }));
      const [first] = inFlight;
      if (first !== undefined) result ??= first.results.next().then(done => ({ result: done }));
      const step = await Promise.race([pull, result].filter(each => each !== undefined));
      if ('result' in step) {
        result = undefined;
        if (!step.result.done) yield step.result.value;
        else bytes -= inFlight.shift()!.bytes;
      } else {
        pull = undefined;
        if (step.task.done) isOver = true;
        else {
          const begun = begin(step.task.value);
          bytes += begun.bytes;
          inFlight.push(begun);
        }
      }
    }
  } finally {
    pull?.catch(() => {});
    result?.catch(() => {});
    await reading.return?.();
  }
}

type Step<T, R> =
  | { readonly task: IteratorResult<T, unknown> }
  | { readonly result: IteratorResult<R, unknown> };
