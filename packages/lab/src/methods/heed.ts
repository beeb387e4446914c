import { setImmediate } from 'node:timers/promises';

/**
 * Lets a stop be heard amid long work, and throws where one came. What has computed since the last pause has heard
 * nothing; the second turn of the event loop is the first that is sure to take in what has arrived.
 */
export async function heed(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  await setImmediate();
  signal?.throwIfAborted();
}
