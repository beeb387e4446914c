import { type Kysely, sql } from 'kysely';
import { aloneInSqlite } from './alone-in-sqlite.js';
import type { Schema } from './schema.js';
import type { Store } from './store.js';

/**
 * Runs a transaction that is on the disk when it returns, so that not even a power cut loses it; SQLite's usual setting
 * only outlives the process. In PostgreSQL the first statement must lock what the rest depends on.
 */
export async function durably<T>(
  { db, dialect }: Store,
  work: (transaction: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  if (dialect === 'postgres') return await db.transaction().execute(work);
  return await db.connection().execute(async connection => {
    await sql`pragma synchronous = FULL`.execute(connection);
    try {
      return await aloneInSqlite(connection, work);
    } finally {
      await sql`pragma synchronous = NORMAL`.execute(connection);
    }
  });
}
