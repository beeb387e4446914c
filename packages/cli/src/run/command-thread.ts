import { runAlone } from '@webpith/threads';
import { exitCodes, Interrupted } from '../errors.js';
import { say, stopSignal } from '../io.js';

/**
 * Runs a command in a thread of its own and gives its exit code. Training and experiments compute for minutes without a
 * pause in which a signal could be heard: here it is heard at once. A command that is writing or waiting ends by itself
 * when it is told to; one that computes is writing nothing, and is ended.
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
  if (ending.kind !== 'done') await say(process, `pith: ${signal.reason.message}`);
  return signal.reason.exitCode;
}
