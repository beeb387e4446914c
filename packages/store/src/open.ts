import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import { migrations } from './migrations/all.js';
import { migrate } from './migrations/migrate.js';
import type { Schema } from './schema.js';
import { openSqlite } from './sqlite.js';
import { type Store, StoreError } from './store.js';

/** Opens a store and brings its tables to this version: a file (SQLite), or `postgres://…`. */
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

/** Milliseconds to wait for a writer of SQLite, or for PostgreSQL to answer. */
const TIMEOUT = 10_000;

/** Connects to a store and leaves its tables as they are. */
export async function connect(address: string): Promise<Store> {
  const place = parseAddress(address);
  try {
    return place.kind === 'sqlite' ? overSqlite(place.file) : await overPostgres(place.url);
  } catch (cause) {
    const reason =
      cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : String(cause);
    throw new StoreError(
      'unreachable',
      `expected a store at ${withoutSecret(address)}, but it cannot be opened (${reason}); check the path, or that the server runs`,
      { cause },
    );
  }
}

function overSqlite(file: string): Store {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: openSqlite(file, TIMEOUT) }) });
  return { db, dialect: 'sqlite', close: () => db.destroy() };
}

async function overPostgres(url: string): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT,
    types: { getTypeParser: numbersAsNumbers },
  });
  pool.on('error', () => {}); // an idle connection that the server ends: the next query opens another
  // One in use that the server ends: its query fails and says so; unheard, the event would end the process besides.
  pool.on('connect', client => void client.on('error', () => {}));
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw error;
  }
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { db, dialect: 'postgres', close: () => db.destroy() };
}

/** PostgreSQL's 64-bit integers and sums come as text by default; ours stay far below 2^53. */
const NUMBERS: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

const numbersAsNumbers: typeof pg.types.getTypeParser = (id: number, format?: unknown) =>
  NUMBERS.has(id) ? Number : pg.types.getTypeParser(id, format as 'text');

/** Where a store is: a file of SQLite, or a database of PostgreSQL. */
export type StoreAddress =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** Reads `postgres://…`, `sqlite:FILE`, `:memory:` or the path of a file. */
export function parseAddress(address: string): StoreAddress {
  if (/^postgres(?:ql)?:\/\//i.test(address)) return { kind: 'postgres', url: address };
  if (/^sqlite:/i.test(address)) return sqlite(address.slice('sqlite:'.length), address);
  if (/^[a-z][a-z0-9+.-]{1,30}:\/\//i.test(address)) throw bad(address);
  return sqlite(address, address);
}

function sqlite(file: string, address: string): StoreAddress {
  if (file.trim() === '') throw bad(address);
  return { kind: 'sqlite', file };
}

function bad(address: string): StoreError {
  return new StoreError(
    'bad-address',
    `expected a file or postgres://user@host/database, got ${JSON.stringify(withoutSecret(address))}; check --store`,
  );
}

/** An address as it may be shown: without the password. */
export function withoutSecret(address: string): string {
  const scheme = address.indexOf('://');
  const at = address.lastIndexOf('@');
  if (scheme < 0 || at < scheme) return address;
  const user = address.slice(scheme + 3, at).split(':', 1)[0];
  return `${address.slice(0, scheme + 3)}${user}${address.slice(at)}`;
}
