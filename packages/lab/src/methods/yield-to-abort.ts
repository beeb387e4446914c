import { setImmediate } from 'node:timers/promises';

/**
 * Yields to the event loop and throws if aborted. Two turns: only the second is sure to have processed events
 * that arrived during the computation.
 */
export async function yieldToAbort(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  await setImmediate();
  signal?.throwIfAborted();
}
