/** Errors of a whole run; those of a single page become a row with an error. */
export type FleetErrorCode =
  | 'bad-input' // missing input, or of an unsupported kind
  | 'bad-option'
  | 'bad-output' // a folder that cannot be written, or that contains another run
  | 'disk-full'
  | 'in-use' // another process writes to the same folder
  | 'worker-failed'
  | 'queue'
  | 'stopped';

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

/** Codes of the system and of SQLite for a full disk. The last one: the index of the write-ahead log cannot grow. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']);

export function hasCode(error: unknown, codes: ReadonlySet<unknown>): boolean {
  let inner = error;
  // Causes can be circular; no real chain is ten deep.
  for (let depth = 0; depth < 10 && inner instanceof Error; depth++) {
    if (codes.has((inner as NodeJS.ErrnoException).code)) return true;
    inner = inner.cause;
  }
  return false;
}

export function isFullDisk(error: unknown): boolean {
  return hasCode(error, FULL);
}
