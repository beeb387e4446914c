import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.js';
import type { Store } from './store.js';

/** Runs a transaction that survives a power cut. In PostgreSQL its first statement must lock the rows it depends on. */
export async function durableTransaction<T>(
  { db, dialect }: Store,
  work: (transaction: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  if (dialect === 'postgres') return await db.transaction().execute(work);
  return await db.connection().execute(async connection => {
    await sql`pragma synchronous = FULL`.execute(connection);
    try {
      return await immediateTransaction(connection, work);
    } finally {
      await sql`pragma synchronous = NORMAL`.execute(connection);
    }
  });
}

/** Attempts to get the SQLite write lock, and longest pause between two in milliseconds: ten seconds in all. */
const TRIES = 230;
const LONGEST_PAUSE = 50;

export async function immediateTransaction<DB, T>(
  db: Kysely<DB>,
  work: (connection: Kysely<DB>) => Promise<T>,
): Promise<T> {
  return await db.connection().execute(async connection => {
    await beginImmediate(connection);
    try {
      const result = await work(connection);
      await sql`commit`.execute(connection);
      return result;
    } catch (error) {
      await sql`rollback`.execute(connection);
      throw error;
    }
  });
}

/** The driver's own timeout would block the event loop, so that this process could not release the lock. */
async function beginImmediate<DB>(connection: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(connection);
  await sql`pragma busy_timeout = 0`.execute(connection);
  try {
    for (let tries = 1; ; tries++) {
      const failure = await sql`begin immediate`.execute(connection).then(
        () => undefined,
        error => error,
      );
      if (failure === undefined) return;
      if (failure.code !== 'SQLITE_BUSY' || tries === TRIES) throw failure;
      await setTimeout(Math.min(tries, LONGEST_PAUSE));
    }
  } finally {
    await sql.raw(`pragma busy_timeout = ${Number(rows[0]?.timeout ?? 0)}`).execute(connection);
  }
}

/** Splits a list, because both databases limit the number of values in a statement to some tens of thousands. */
export function inChunks<T>(rows: readonly T[], size = 500): T[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, chunk) =>
    rows.slice(chunk * size, (chunk + 1) * size),
  );
}
