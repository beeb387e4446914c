import { type Backend, type BackendOptions, startBackend } from './backend.js';
import { AT_REST, BEGUN, type Failure, failureOf, type Reply, STEP, TO_END } from './protocol.js';

/** How a task ended: with an answer, with an error, or with the thread. */
export type Ending = Done | { readonly kind: 'failed'; readonly failure: Failure } | Death;

/** An answer, and the milliseconds that it took. */
export interface Done {
  readonly kind: 'done';
  readonly answer: unknown;
  readonly ms: number;
}

/** The end of a thread that had a task. */
export interface Death {
  readonly kind: 'died';
  /** Of time, memory or a mistake; or the thread was to end, or never began. */
  readonly cause: 'time' | 'memory' | 'crash' | 'stopped' | 'unready';
  /** In words that follow “the page …”. */
  readonly reason: string;
  /** The step of the task that it was at; below 0 where it was at none. */
  readonly step: number;
  /** Whether it was at this task: one that had not begun is not to blame. */
  readonly isAtFault: boolean;
  /** What it crashed with, where it could say so. */
  readonly failure?: Failure;
}

/** What goes with a task. */
export interface TaskControl {
  readonly transfer?: readonly ArrayBuffer[] | undefined;
  /** Called with what the thread says before it answers; what it throws is thrown to whoever gave the task. */
  readonly onSaid?: ((message: never) => void) | undefined;
}

/** What a thread is given when it starts. */
export interface ThreadOptions extends BackendOptions {
  onReady?(): void;
  /** Called when it is gone; `wasReady` where it had begun. */
  onGone?(death: Death, wasReady: boolean): void;
}

interface Held extends TaskControl {
  end(ending: Ending): void;
  fail(error: unknown): void;
}

/** Nothing takes minutes to load, not even on a busy machine. */
const LOADING_LIMIT = 120_000;
/** Milliseconds that a thread has to end by itself: whoever stops a command waits for it. */
const GRACE = 1000;

/**
 * A thread, or a process in a sandbox, that does one task after another. Node dies when it ends a thread from outside that
 * is loading or about to unpack something. So a thread says when it is ready and is not ended before, and one that is no
 * longer needed ends by itself, if it can.
 */
export class Thread {
  readonly #backend: Backend;
  readonly #options: ThreadOptions;
  readonly #held: Held[] = [];
  readonly #loaded: Promise<unknown>;
  readonly #gone: Promise<unknown>;
  #isReady = false;
  #isToEnd = false;
  #finished = 0;
  #failure: Failure | undefined;
  #fault: Pick<Death, 'cause' | 'reason'> | undefined;
  /** The step that was seen last, and since when. */
  #seen = '';
  #since = 0;

  constructor(options: ThreadOptions) {
    this.#options = options;
    this.#backend = startBackend(options);
    const { events } = this.#backend;
    events.on('message', (reply: Reply) => this.#hear(reply));
    events.on('error', error => {
      this.#failure ??= failureOf(error);
    });
    this.#gone = new Promise(resolve => events.on('exit', resolve));
    events.on('exit', (code, signal) => this.#over(signal ?? code));
    // The first message says that it is ready, or why it never will be.
    this.#loaded = Promise.race([this.#gone, new Promise(resolve => events.once('message', resolve))]);
    const clock = setTimeout(() => {
      this.#failure ??= { name: 'Error', message: `nothing came in ${LOADING_LIMIT / 1000} s` };
      this.#backend.kill();
    }, LOADING_LIMIT);
    void this.#loaded.then(() => clearTimeout(clock));
  }

  /** Whether it can be given tasks. */
  get isReady(): boolean {
    return this.#isReady && !this.#isToEnd && this.#fault === undefined;
  }

  /** Of a process. */
  get pid(): number | undefined {
    return this.#backend.pid;
  }

  /** Does a task, after those that it holds. One that cannot be sent throws. */
  run(task: unknown, control: TaskControl = {}): Promise<Ending> {
    return new Promise((end, fail) => {
      this.#backend.send({ kind: 'task', task }, control.transfer);
      this.#held.push({ ...control, end, fail });
    });
  }

  /** Milliseconds that it has been at a step, as of the last check; 0 where it is at none. */
  timeAtStep(): number {
    const step = Atomics.load(this.#backend.status, STEP);
    const isAtStep = this.#held.length > 0 && step !== AT_REST;
    const seen = isAtStep ? `${Atomics.load(this.#backend.status, BEGUN)}:${step}` : '';
    const now = performance.now();
    if (seen !== this.#seen) {
      this.#seen = seen;
      this.#since = now;
    }
    return isAtStep ? now - this.#since : 0;
  }

  /** Ends it because of what it is at. */
  kill(cause: 'time' | 'memory', reason: string): void {
    this.#fault ??= { cause, reason };
    void this.#canBeEnded().then(() => this.#backend.kill());
  }

  /** Ends it because it is no longer needed: by itself before its next step, from outside where that takes too long. */
  async end(grace: number = GRACE): Promise<void> {
    this.#isToEnd = true;
    await this.#canBeEnded();
    Atomics.store(this.#backend.status, TO_END, 1);
    this.#backend.send({ kind: 'end' });
    const clock = setTimeout(() => this.#backend.kill(), grace);
    await this.#gone;
    clearTimeout(clock);
  }

  /** A process can be ended at any time. */
  async #canBeEnded(): Promise<void> {
    if (this.pid === undefined) await this.#loaded;
  }

  #hear(reply: Reply): void {
    if (reply.kind === 'ready') {
      this.#isReady = true;
      this.#options.onReady?.();
    } else if (reply.kind === 'unready') {
      this.#failure = reply.failure;
    } else if (reply.kind === 'said') {
      const [task] = this.#held;
      try {
        task?.onSaid?.(reply.message as never);
      } catch (error) {
        task?.fail(error);
      }
    } else if (reply.kind === 'step') {
      this.#backend.status.set([reply.begun, reply.step]);
    } else {
      // A thread has said so itself, and may be at the next already.
      if (this.pid !== undefined) this.#backend.status[STEP] = AT_REST;
      this.#finished++;
      this.#held.shift()?.end(reply);
    }
  }

  #over(code: number | string): void {
    const death = {
      kind: 'died',
      ...this.#faultOf(code),
      ...(this.#failure && { failure: this.#failure }),
    } as const;
    // Where the task that it was at is done, it died of none: it ended between two.
    const isAtTask = this.#backend.status[BEGUN] === this.#finished + 1;
    const step = isAtTask ? this.#backend.status[STEP]! : AT_REST;
    const held = this.#held.splice(0);
    for (const [index, task] of held.entries())
      task.end({ ...death, step: index === 0 ? step : AT_REST, isAtFault: index === 0 });
    this.#options.onGone?.({ ...death, step, isAtFault: false }, this.#isReady);
  }

  #faultOf(code: number | string): Pick<Death, 'cause' | 'reason'> {
    if (this.#fault !== undefined) return this.#fault;
    // A process without memory aborts.
    if (this.#failure?.code === 'ERR_WORKER_OUT_OF_MEMORY' || code === 'SIGABRT')
      return { cause: 'memory', reason: OUT_OF_MEMORY };
    const { name, message } = this.#failure ?? {};
    const reason =
      name === undefined ? `ended its thread (code ${code})` : `crashed its thread (${name}: ${message})`;
    const cause = this.#isToEnd ? 'stopped' : this.#isReady ? 'crash' : 'unready';
    return { cause, reason: reason.replace(/\s+/g, ' ').slice(0, 600) };
  }
}

export const OUT_OF_MEMORY = 'took more memory than allowed';

/** Does one task in a thread of its own, which is gone then. A signal ends it: by itself, or after a time of grace. */
export async function runAlone(
  options: BackendOptions,
  task: unknown,
  {
    signal,
    grace,
    onSaid,
  }: Pick<TaskControl, 'onSaid'> & { signal?: AbortSignal | undefined; grace?: number },
): Promise<Ending> {
  const thread = new Thread(options);
  const stop = () => void thread.end(grace);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    return await thread.run(task, { onSaid });
  } finally {
    signal?.removeEventListener('abort', stop);
    await thread.end(signal?.aborted ? grace : GRACE);
  }
}
