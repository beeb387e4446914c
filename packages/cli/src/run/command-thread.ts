import { Worker } from 'node:worker_threads';
import { exitCodes } from '../errors.js';
import { Interrupted, say, stopSignal } from '../io.js';

/** Milliseconds that a stopped command has to end by itself; one that computes hears nothing. */
const GRACE = 1_000;

/**
 * Runs a command in a thread of its own and gives its exit code. Training and experiments compute for minutes without a
 * pause in which a signal could be heard: here it is heard at once. A command that is writing or waiting ends by itself
 * when it is told to; one that computes is writing nothing, and is ended.
 */
export async function mainInThread(args: readonly string[]): Promise<number> {
  const { signal, release } = stopSignal(process);
  const worker = new Worker(workerFile(), { workerData: args });
  let clock: NodeJS.Timeout | undefined;
  let code: number | undefined;
  const stop = () => {
    worker.postMessage('stop');
    clock = setTimeout(() => void worker.terminate(), GRACE);
  };
  signal.addEventListener('abort', stop);
  try {
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (ended: number) => {
        code = ended;
      });
      worker.on('error', reject);
      worker.on('exit', () => resolve());
    });
  } finally {
    clearTimeout(clock);
    release();
  }
  if (!(signal.reason instanceof Interrupted)) return code ?? exitCodes.failed;
  if (code === undefined) await say(process, `pith: ${signal.reason.message}`);
  return signal.reason.exitCode;
}

/** A thread needs JavaScript: from TypeScript sources, the built file is taken. */
function workerFile(): URL {
  const built = import.meta.url.endsWith('.ts') ? '../../dist/run/command-worker.js' : './command-worker.js';
  return new URL(built, import.meta.url);
}
