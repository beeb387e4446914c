import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { JobMessage, JobOrder, JobSetup } from './protocol.js';

/** How the thread of a job is followed and stopped. */
export interface ThreadControl {
  readonly signal: AbortSignal;
  readonly onProgress: (step: string, share: number) => void;
}

/** Milliseconds that a thread has to end by itself when it is stopped; one that computes hears nothing. */
const GRACE = 300;
/** Megabytes of heap: models of thousands of pages fit, and a job that runs wild does not take the server with it. */
const MEMORY = 3072;

/** Runs a job in a thread of its own and gives its result; rejects with the reason where it fails or is stopped. */
export async function runInThread(
  setup: Omit<JobSetup, 'scratch'>,
  { signal, onProgress }: ThreadControl,
): Promise<unknown> {
  signal.throwIfAborted();
  const scratch = await mkdtemp(join(tmpdir(), 'pith-job-'));
  try {
    return await follow({ ...setup, scratch }, signal, onProgress);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function follow(
  setup: JobSetup,
  signal: AbortSignal,
  onProgress: ThreadControl['onProgress'],
): Promise<unknown> {
  const worker = new Worker(workerFile(), {
    workerData: setup,
    // Conditions and loaders of whoever started us are not for the built file.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  });
  let clock: NodeJS.Timeout | undefined;
  const stop = () => {
    worker.postMessage('stop' satisfies JobOrder);
    clock = setTimeout(() => void worker.terminate(), GRACE);
  };
  try {
    return await new Promise<unknown>((resolve, reject) => {
      let outcome: (() => void) | undefined;
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
      worker.on('message', (message: JobMessage) => {
        if (message.kind === 'progress') onProgress(message.step, message.share);
        else if (message.kind === 'done') outcome = () => resolve(message.result);
        else outcome = () => reject(new Error(message.error));
      });
      worker.on('error', error => reject(new Error(reasonOf(error))));
      // Only now is the thread gone, and with it its hold on the store and on its folder.
      worker.on('exit', code => {
        if (signal.aborted) reject(signal.reason);
        else if (outcome) outcome();
        else reject(new Error(`The thread ended with code ${code} before the job was done.`));
      });
    });
  } finally {
    clearTimeout(clock);
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

function reasonOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return `took more than ${MEMORY} MB of memory; use fewer pages`;
  return `${error.name}: ${error.message}`.slice(0, 1000);
}

/**
 * A thread needs JavaScript. Run from TypeScript sources (under vitest or tsx), the built file beside them is taken:
 * `npm test` builds first, so it is the same code.
 */
function workerFile(): URL {
  const built = import.meta.url.endsWith('.ts') ? '../../dist/jobs/worker.js' : './worker.js';
  return new URL(built, import.meta.url);
}
