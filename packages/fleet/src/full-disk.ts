/** System and SQLite codes; the last if there is no room for its index. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']);

/** True if the error or one of its causes has one of the codes. */
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
