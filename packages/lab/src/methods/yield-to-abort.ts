import { setImmediate } from 'node:timers/promises';

/**
 * Yields to the event loop amid long work, and throws where the job was aborted. Code that computes notices nothing; the
 * second turn of the loop is the first that is sure to have taken in what arrived meanwhile.
 */
export async function yieldToAbort(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  await setImmediate();
  signal?.throwIfAborted();
}
