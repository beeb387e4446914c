import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import { migrations } from './migrations/all.js';
import { migrate } from './migrations/migrate.js';
import type { Schema } from './schema.js';
import { openSqlite } from './sqlite.js';
import { type Store, StoreError } from './store.js';

/** Opens a store and migrates it to the current version. The address is a file path (SQLite) or `postgres://…`. */
export async function openStore(address: string): Promise<Store> {
  const store = await connect(address);
  try {
    await migrate(store.db, store.dialect, migrations);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Milliseconds to wait for the SQLite write lock or a PostgreSQL connection. */
const TIMEOUT = 10_000;

export async function connect(address: string): Promise<Store> {
  const parsed = parseAddress(address);
  try {
    return parsed.kind === 'sqlite' ? connectSqlite(parsed.file) : await connectPostgres(parsed.url);
  } catch (cause) {
    throw unreachable(address, cause);
  }
}

function unreachable(address: string, cause: unknown): StoreError {
  const reason =
    cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : String(cause);
  return new StoreError(
    'unreachable',
    `Cannot open the store at ${withoutSecret(address)}: ${reason}. Check the path, or that the database server is running.`,
    { cause },
  );
}

function connectSqlite(file: string): Store {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: openSqlite(file, TIMEOUT) }) });
  return { db, dialect: 'sqlite', close: () => db.destroy() };
}

async function connectPostgres(url: string): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT,
    types: { getTypeParser: typeParser },
  });
  pool.on('error', () => {}); // The server closed an idle connection; the next query opens another.
  // If the server closes a connection in use, its query fails. Without a listener, the event would end the process too.
  pool.on('connect', client => void client.on('error', () => {}));
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw error;
  }
  const connect = () => pool.connect().catch(cause => Promise.reject(unreachable(url, cause)));
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: { connect, end: () => pool.end() } }),
  });
  return { db, dialect: 'postgres', close: () => db.destroy() };
}

/** Types that the driver returns as text. Our 64-bit integers and sums stay far below 2^53. */
const NUMERIC_TYPES: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

const typeParser: typeof pg.types.getTypeParser = (id: number, format?: unknown) =>
  NUMERIC_TYPES.has(id) ? Number : pg.types.getTypeParser(id, format as 'text');

export type StoreAddress =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

export function parseAddress(address: string): StoreAddress {
  if (/^postgres(?:ql)?:\/\//i.test(address)) return { kind: 'postgres', url: address };
  const file = address.replace(/^sqlite:/i, '');
  const hasOtherScheme = file === address && /^[a-z][a-z0-9+.-]{1,30}:\/\//i.test(address);
  if (!hasOtherScheme && file.trim() !== '') return { kind: 'sqlite', file };
  throw new StoreError(
    'bad-address',
    `Invalid store address ${JSON.stringify(withoutSecret(address))}: expected a file or postgres://user@host/database.`,
  );
}

export function withoutSecret(address: string): string {
  const scheme = address.indexOf('://');
  const at = address.lastIndexOf('@');
  if (scheme < 0 || at < scheme) return address;
  const user = address.slice(scheme + 3, at).split(':', 1)[0];
  return `${address.slice(0, scheme + 3)}${user}${address.slice(at)}`;
}
