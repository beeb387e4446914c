/** Errors of a whole run; those of a single page become a row with an error. */
export type FleetErrorCode =
  | 'bad-input' // missing input, or of an unsupported kind
  | 'bad-option'
  | 'bad-output' // the folder contains something else than the run to resume
  | 'disk-full'
  | 'in-use' // another process writes to the same folder
  | 'worker-failed' // extraction threads cannot be started
  | 'queue' // Redis or its data
  | 'crawl'
  | 'stopped'; // by the caller's signal

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
