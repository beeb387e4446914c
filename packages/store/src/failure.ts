import { StoreError } from './store.js';

export type StoreFailure = 'down' | 'full' | 'busy';

/** Primary result codes of SQLite. */
const SQLITE: Readonly<Record<number, StoreFailure>> = {
  5: 'busy', // SQLITE_BUSY
  6: 'busy', // SQLITE_LOCKED
  8: 'down', // SQLITE_READONLY
  10: 'down', // SQLITE_IOERR
  13: 'full', // SQLITE_FULL
  14: 'down', // SQLITE_CANTOPEN
};
/** An I/O error of SQLite that occurs only on a full disk. */
const IOERR_SHMSIZE = 4874;

const POSTGRES: Readonly<Record<string, StoreFailure>> = {
  '25006': 'down', // read only: a standby server
  '53100': 'full',
  '53200': 'busy', // out of memory
  '53300': 'busy', // too many connections
  '57P01': 'down', // shut down by the administrator
  '57P02': 'down', // crashed
  '57P03': 'down', // starting
  '58030': 'down', // I/O error
  ECONNREFUSED: 'down',
  ECONNRESET: 'down',
  EPIPE: 'down',
  ETIMEDOUT: 'down',
};

/** Messages of driver errors that have no code. */
const LOST = /^Connection terminated|^timeout exceeded when trying to connect|is not queryable$/;

/** Classifies errors that the state of the database causes; undefined for all other errors. */
export function storeFailure(error: unknown): StoreFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof StoreError) return error.code === 'unreachable' ? 'down' : undefined;
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  if (typeof errcode === 'number') return errcode === IOERR_SHMSIZE ? 'full' : SQLITE[errcode & 0xff];
  if (typeof code !== 'string') return LOST.test(error.message) ? 'down' : undefined;
  return POSTGRES[code] ?? (/^08\d{3}$/.test(code) ? 'down' : undefined);
}
