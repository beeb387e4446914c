import { type Backend, type BackendOptions, startBackend } from './backend.js';
import { BEGUN, type Failure, failureOf, IDLE, type Reply, STEP, STOP } from './protocol.js';

export type Ending = Done | { readonly kind: 'failed'; readonly failure: Failure } | Death;

export interface Done {
  readonly kind: 'done';
  readonly answer: unknown;
  readonly ms: number;
}

export interface Death {
  readonly kind: 'died';
  readonly cause: 'time' | 'memory' | 'crash' | 'stopped' | 'unready';
  /** Completes a sentence that starts with “the page …”. */
  readonly reason: string;
  /** Step in which the thread died; -1 if it was between two tasks. */
  readonly step: number;
  /** True for the first unfinished task of the thread, false for those queued behind it. */
  readonly isAtFault: boolean;
  readonly failure?: Failure | undefined;
}

export interface TaskControl {
  readonly transfer?: readonly ArrayBuffer[] | undefined;
  /** Called with messages sent before the result; if it throws, the task is rejected. */
  readonly onMessage?: ((message: never) => void) | undefined;
}

export interface ThreadOptions extends BackendOptions {
  onReady?(): void;
  onExit?(death: Death, wasReady: boolean): void;
}

interface AssignedTask extends TaskControl {
  end(ending: Ending): void;
  fail(error: unknown): void;
}

const LOADING_LIMIT = 120_000;
const GRACE = 1000;

/**
 * A thread, or a sandboxed process, that runs tasks one at a time. Node crashes when a thread is terminated while it
 * loads modules or starts decompression, so it is not terminated before it has loaded, and `end` first lets it exit by
 * itself.
 */
export class Thread {
  readonly #backend: Backend;
  readonly #options: ThreadOptions;
  readonly #tasks: AssignedTask[] = [];
  readonly #loaded: Promise<unknown>;
  readonly #exited: Promise<unknown>;
  #isReady = false;
  #isEnding = false;
  #finished = 0;
  #failure: Failure | undefined;
  #fault: Pick<Death, 'cause' | 'reason'> | undefined;
  #seen = '';
  #since = 0;

  constructor(options: ThreadOptions) {
    this.#options = options;
    this.#backend = startBackend(options);
    const { events } = this.#backend;
    events.on('message', (reply: Reply) => this.#receive(reply));
    events.on('error', error => {
      this.#failure ??= failureOf(error);
    });
    this.#exited = new Promise(resolve => events.on('exit', resolve));
    events.on('exit', (code, signal) => this.#onExit(signal ?? code));
    this.#loaded = Promise.race([this.#exited, new Promise(resolve => events.once('message', resolve))]);
    const clock = setTimeout(() => {
      this.#failure ??= { name: 'Error', message: `did not start within ${LOADING_LIMIT / 1000} s` };
      this.#backend.kill();
    }, LOADING_LIMIT);
    void this.#loaded.then(() => clearTimeout(clock));
  }

  get isReady(): boolean {
    return this.#isReady && !this.#isEnding && this.#fault === undefined;
  }

  get pid(): number | undefined {
    return this.#backend.pid;
  }

  /** Runs a task after those assigned earlier. Rejects if the task cannot be cloned. */
  run(task: unknown, control: TaskControl = {}): Promise<Ending> {
    return new Promise((end, fail) => {
      this.#backend.send({ kind: 'task', task }, control.transfer);
      this.#tasks.push({ ...control, end, fail });
    });
  }

  /** Milliseconds since this method first observed the current step; 0 if there is none. */
  timeAtStep(): number {
    const step = Atomics.load(this.#backend.status, STEP);
    const isAtStep = this.#tasks.length > 0 && step !== IDLE;
    const seen = isAtStep ? `${Atomics.load(this.#backend.status, BEGUN)}:${step}` : '';
    const now = performance.now();
    if (seen !== this.#seen) {
      this.#seen = seen;
      this.#since = now;
    }
    return isAtStep ? now - this.#since : 0;
  }

  kill(cause: 'time' | 'memory', reason: string): void {
    this.#fault ??= { cause, reason };
    void this.#canBeEnded().then(() => this.#backend.kill());
  }

  /** Ends a thread before its next step, a process after its current task; kills it after the grace period. */
  async end(grace: number = GRACE): Promise<void> {
    this.#isEnding = true;
    await this.#canBeEnded();
    Atomics.store(this.#backend.status, STOP, 1);
    this.#backend.send({ kind: 'end' });
    const clock = setTimeout(() => this.#backend.kill(), grace);
    await this.#exited;
    clearTimeout(clock);
  }

  /** Resolves when the backend can be killed: a process at any time, a thread once it has loaded. */
  async #canBeEnded(): Promise<void> {
    if (this.pid === undefined) await this.#loaded;
  }

  #receive(reply: Reply): void {
    if (reply.kind === 'ready') {
      this.#isReady = true;
      this.#options.onReady?.();
    } else if (reply.kind === 'unready') {
      this.#failure = reply.failure;
    } else if (reply.kind === 'message') {
      const [task] = this.#tasks;
      try {
        task?.onMessage?.(reply.message as never);
      } catch (error) {
        task?.fail(error);
      }
    } else if (reply.kind === 'step') {
      this.#backend.status.set([reply.begun, reply.step]);
    } else {
      // A thread resets its own step, and may have started the next task.
      if (this.pid !== undefined) this.#backend.status[STEP] = IDLE;
      this.#finished++;
      this.#tasks.shift()?.end(reply);
    }
  }

  #onExit(code: number | string): void {
    const death = { kind: 'died', ...this.#faultOf(code), failure: this.#failure } as const;
    // If the last task begun is finished, the thread died between two tasks.
    const isAtTask = this.#backend.status[BEGUN] === this.#finished + 1;
    const step = isAtTask ? this.#backend.status[STEP]! : IDLE;
    for (const [index, task] of this.#tasks.splice(0).entries())
      task.end({ ...death, step: index === 0 ? step : IDLE, isAtFault: index === 0 });
    this.#options.onExit?.({ ...death, step, isAtFault: false }, this.#isReady);
  }

  #faultOf(code: number | string): Pick<Death, 'cause' | 'reason'> {
    if (this.#fault !== undefined) return this.#fault;
    // Node aborts a process that is out of memory.
    if (this.#failure?.code === 'ERR_WORKER_OUT_OF_MEMORY' || code === 'SIGABRT')
      return { cause: 'memory', reason: OUT_OF_MEMORY };
    const { name, message } = this.#failure ?? {};
    const reason =
      name === undefined ? `ended its thread (code ${code})` : `crashed its thread (${name}: ${message})`;
    const cause = this.#isEnding ? 'stopped' : this.#isReady ? 'crash' : 'unready';
    return { cause, reason: reason.replace(/\s+/g, ' ').slice(0, 600) };
  }
}

export const OUT_OF_MEMORY = 'took more memory than allowed';

/** Runs one task in a new thread. Aborting the signal ends the thread, by force after `grace` milliseconds. */
export async function runAlone(
  options: BackendOptions,
  task: unknown,
  {
    signal,
    grace,
    onMessage,
  }: Pick<TaskControl, 'onMessage'> & { signal?: AbortSignal | undefined; grace?: number },
): Promise<Ending> {
  const thread = new Thread(options);
  const stop = () => void thread.end(grace);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    return await thread.run(task, { onMessage });
  } finally {
    signal?.removeEventListener('abort', stop);
    await thread.end(signal?.aborted ? grace : GRACE);
  }
}
