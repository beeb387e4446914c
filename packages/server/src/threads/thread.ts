import { Worker } from 'node:worker_threads';
import type { Failure, TaskMessage, ThreadMessage } from './protocol.js';

/** How a thread ended a task. */
export type Ending =
  | { readonly kind: 'done'; readonly output: Uint8Array; readonly ms: number }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'died'; readonly cause: 'time' | 'memory' | 'crash'; readonly reason: string };

/** What a thread is given when it starts. */
export interface ThreadOptions {
  /** Megabytes of heap. */
  readonly memoryLimit: number;
  /** Module whose `tasks` take the place of ours; for tests. */
  readonly tasks?: string | undefined;
  /** Called when it can take a task: after its start, and after each task. */
  onFree(): void;
  /** Called when it is gone without having been asked to go. */
  onDeath(reason: string): void;
}

/**
 * Megabytes of young objects. A collection moves a third of them at most into the heap at once: much more, and a page that
 * takes all memory would overrun what Node keeps in hand to end its thread, and end the process.
 */
const YOUNG_GENERATION = 24;

interface Task {
  readonly id: number;
  /** Cuts it off. */
  readonly timer: NodeJS.Timeout;
  end(ending: Ending): void;
}

/** One thread that does one task at a time. */
export class Thread {
  readonly #worker: Worker;
  readonly #options: ThreadOptions;
  #ids = 0;
  #isReady = false;
  #isOver = false;
  #task: Task | undefined;
  #cause: 'time' | 'memory' | 'crash' = 'crash';
  #reason = 'its thread ended';

  constructor(options: ThreadOptions) {
    this.#options = options;
    this.#worker = new Worker(workerFile(), {
      workerData: { tasks: options.tasks },
      // Conditions and loaders of whoever started us are not for the built file.
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: options.memoryLimit,
        maxYoungGenerationSizeMb: YOUNG_GENERATION,
      },
    });
    this.#worker.on('message', (message: ThreadMessage) => this.#hear(message));
    this.#worker.on('error', error => this.#blame(error));
    this.#worker.on('exit', () => this.#over());
  }

  /** Whether it can take a task now. */
  get isFree(): boolean {
    return this.#isReady && !this.#isOver && this.#task === undefined;
  }

  /** Does a task; one that takes longer than the limit costs the thread. */
  run(task: string, input: unknown, timeLimit: number): Promise<Ending> {
    const id = ++this.#ids;
    return new Promise(end => {
      const timer = setTimeout(() => this.#cutOff(id, timeLimit), timeLimit);
      this.#task = { id, timer, end };
      this.#worker.postMessage({ id, task, input } satisfies TaskMessage);
    });
  }

  /** Ends it because it is no longer needed. */
  async close(): Promise<void> {
    this.#isOver = true;
    await this.#worker.terminate();
  }

  #hear(message: ThreadMessage): void {
    if (message.kind === 'ready') {
      this.#isReady = true;
      this.#options.onFree();
    } else if (message.id !== this.#task?.id) {
      return;
    } else if (message.kind === 'begun') {
      this.#task.timer.refresh();
    } else {
      this.#finish(message);
      if (!this.#isOver) this.#options.onFree();
    }
  }

  #finish(ending: Ending): void {
    const task = this.#task;
    this.#task = undefined;
    clearTimeout(task?.timer);
    task?.end(ending);
  }

  /** The answer may be there already, behind this timer in the queue of a busy process. */
  #cutOff(id: number, timeLimit: number): void {
    setImmediate(() => {
      if (this.#task?.id !== id) return;
      this.#cause = 'time';
      this.#reason = `took longer than ${timeLimit / 1000} s`;
      void this.#worker.terminate();
    });
  }

  #blame(error: Error): void {
    const isMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
    this.#cause = isMemory ? 'memory' : 'crash';
    this.#reason = isMemory
      ? 'took more memory than allowed'
      : `${error.name}: ${error.message}`.slice(0, 600);
  }

  #over(): void {
    const wasOver = this.#isOver;
    this.#isOver = true;
    this.#finish({ kind: 'died', cause: this.#cause, reason: this.#reason });
    if (!wasOver) this.#options.onDeath(this.#reason);
  }
}

/**
 * A worker needs JavaScript. Run from TypeScript sources (under vitest or tsx), the built file beside them is taken:
 * `npm test` builds first, so it is the same code.
 */
function workerFile(): URL {
  const built = import.meta.url.endsWith('.ts') ? '../../dist/threads/worker.js' : './worker.js';
  return new URL(built, import.meta.url);
}
