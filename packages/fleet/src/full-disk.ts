/** How the system, and SQLite, say that nothing more can be written; the last where it has no room for its index. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']);

/** Whether an error, or what caused it, has one of some codes. */
export function hasCode(error: unknown, codes: ReadonlySet<unknown>): boolean {
  let inner = error;
  // Causes can be made circular by whoever throws; no real chain is ten deep.
  for (let depth = 0; depth < 10 && inner instanceof Error; depth++) {
    if (codes.has((inner as NodeJS.ErrnoException).code)) return true;
    inner = inner.cause;
  }
  return false;
}

/** Whether an error, or what caused it, says that the disk is full. */
export function isFullDisk(error: unknown): boolean {
  return hasCode(error, FULL);
}
