import { Worker } from 'node:worker_threads';
import { type Finding, HANG, type Task, type TaskResult, type WorkerData } from './protocol.js';

/** What a crew needs. */
export interface CrewOptions extends Omit<WorkerData, 'watch'> {
  readonly file: string;
  readonly threads: number;
  /** The next task, or undefined when there is none. */
  readonly next: () => Task | undefined;
  readonly onResult: (result: TaskResult) => void;
  /** A worker ended in the middle of a page; the rest of its task comes back through `next`. */
  readonly onLoss: (finding: Finding, left: Task) => void;
}

/** Keeps some workers at work until no task is left, and starts another one where one ends or hangs. */
export async function runCrew(options: CrewOptions): Promise<void> {
  await Promise.all(Array.from({ length: options.threads }, () => runPlace(options)));
}

async function runPlace(options: CrewOptions): Promise<void> {
  for (let task = options.next(); task !== undefined; task = options.next()) {
    const left = await runWorker(options, task);
    if (left === undefined) return;
    options.onLoss(left.finding, left.task);
  }
}

/** One worker until no task is left, or until it is lost. */
function runWorker(options: CrewOptions, first: Task): Promise<{ finding: Finding; task: Task } | undefined> {
  const watch = new SharedArrayBuffer(16);
  const current = new Float64Array(watch);
  current[0] = -1;
  const { folders, seed } = options;
  const worker = new Worker(options.file, {
    workerData: { folders, seed, watch } satisfies WorkerData,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 48 },
  });
  return new Promise(resolve => {
    let task = first;
    const dog = setInterval(() => {
      if (current[0]! >= 0 && Date.now() - current[1]! > HANG) lost('hang', `over ${HANG / 1000} s`);
    }, 1000);
    function lost(kind: 'hang' | 'crash' | 'memory', what: string): void {
      clearInterval(dog);
      worker.removeAllListeners();
      void worker.terminate();
      const page = Math.max(current[0]!, task.from);
      resolve({ finding: { kind, what, page, mutations: [] }, task: { from: page + 1, to: task.to } });
    }
    worker.on('error', (error: Error & { code?: string }) =>
      lost(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash', String(error.stack).slice(0, 300)),
    );
    worker.on('exit', code => lost('crash', `the worker ended with ${code}`));
    worker.on('message', (result: TaskResult) => {
      options.onResult(result);
      const next = options.next();
      if (next !== undefined) {
        task = next;
        worker.postMessage(next);
        return;
      }
      clearInterval(dog);
      worker.removeAllListeners();
      void worker.terminate().then(() => resolve(undefined));
    });
    worker.postMessage(task);
  });
}
