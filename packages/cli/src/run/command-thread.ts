import { runAlone } from '@webpith/threads';
import { exitCodes, Interrupted } from '../errors.js';
import { printMessage, stopSignal } from '../io.js';

/**
 * Runs a command in a worker thread and returns its exit code. Training and experiments compute for minutes without
 * yielding to the event loop, so the main thread handles signals. A command that is waiting or writing stops by
 * itself; one that computes is terminated, which is safe because it is not writing.
 */
export async function mainInThread(args: readonly string[]): Promise<number> {
  const { signal, release } = stopSignal(process);
  const ending = await runAlone({ file: new URL('./command-worker.js', import.meta.url) }, args, { signal });
  release();
  if (!(signal.reason instanceof Interrupted)) {
    if (ending.kind === 'done') return ending.answer as number;
    if (ending.failure !== undefined) throw Object.assign(new Error(), ending.failure);
    return exitCodes.failed;
  }
  if (ending.kind !== 'done') await printMessage(process, `pith: ${signal.reason.message}`);
  return signal.reason.exitCode;
}
