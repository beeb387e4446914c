/** What can go wrong in the fleet besides a single page, which becomes a row with an error. */
export type FleetErrorCode =
  | 'bad-input' // an input that is none of the kinds we read, or that is gone
  | 'bad-option' // an option of the wrong kind or out of range
  | 'bad-output' // a folder that holds something else than what is to be continued
  | 'disk-full' // no room for a shard
  | 'in-use' // another process writes to the same folder
  | 'worker-failed' // extraction threads that cannot be started
  | 'queue' // Redis, or what it holds
  | 'crawl' // a crawl that cannot go on
  | 'stopped'; // the caller's signal

/** Every error that the fleet throws; the message says what was expected, what came, and what to do. */
export class FleetError extends Error {
  override readonly name = 'FleetError';

  constructor(
    readonly code: FleetErrorCode,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }
}
