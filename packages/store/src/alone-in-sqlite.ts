import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';

/** How often to try for the write lock of SQLite, and the longest pause between two tries in milliseconds: ten seconds in all. */
const TRIES = 230;
const LONGEST_PAUSE = 50;

/** Runs a transaction of SQLite as the only writer from its beginning on. */
export async function aloneInSqlite<DB, T>(
  db: Kysely<DB>,
  work: (connection: Kysely<DB>) => Promise<T>,
): Promise<T> {
  return await db.connection().execute(async connection => {
    await beginAlone(connection);
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

/**
 * Begins the transaction that makes us the only writer. The driver's own waiting would block the event loop, and with
 * it another connection of this process that holds the lock.
 */
async function beginAlone<DB>(connection: Kysely<DB>): Promise<void> {
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
