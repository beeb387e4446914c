import { DatabaseSync } from '@photostructure/sqlite';
import type { SqliteDialectConfig } from 'kysely';

type KyselyDatabase = Exclude<SqliteDialectConfig['database'], () => unknown>;
type KyselyStatement = ReturnType<KyselyDatabase['prepare']>;
type Statement = ReturnType<InstanceType<typeof DatabaseSync>['prepare']>;
type Bindable = Parameters<Statement['all']>[0];

/** Names of the failures that callers tell apart, by SQLite's number. */
const CODES: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  13: 'SQLITE_FULL',
  4874: 'SQLITE_IOERR_SHMSIZE',
};

/**
 * A file of SQLite as the query layer wants it. The driver has the interface of Node's own `node:sqlite`, which not all
 * versions of Node that we run on have, and brings its library along: nothing is compiled when it is installed.
 */
export function openSqlite(file: string, timeout: number): KyselyDatabase {
  const database = new DatabaseSync(file, { timeout });
  try {
    named(() => {
      database.exec('pragma journal_mode = WAL'); // readers do not wait for the writer
      database.exec('pragma synchronous = NORMAL'); // with WAL: nothing is lost when the process dies
      database.exec('pragma foreign_keys = ON');
    });
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    close: () => database.close(),
    prepare: sql => {
      // SQLite ends a transaction by itself when the disk is full. The roll-back that follows would then fail, and its
      // error would hide the one that counts.
      const isPast = sql === 'rollback' && !database.isTransaction;
      return named(() => statementOf(database.prepare(isPast ? 'select 1' : sql)));
    },
  };
}

function statementOf(statement: Statement): KyselyStatement {
  const given = (parameters: readonly unknown[]) => parameters as Bindable[];
  return {
    reader: statement.columns().length > 0,
    all: parameters => named(() => statement.all(...given(parameters)).map(row => withBuffers(row as Row))),
    run: parameters => named(() => statement.run(...given(parameters))),
    *iterate(parameters) {
      for (const row of statement.iterate(...given(parameters))) yield withBuffers(row as Row);
    },
  };
}

type Row = Record<string, unknown>;

/** Bytes as buffers, as PostgreSQL gives them. */
function withBuffers(row: Row): Row {
  for (const name in row) {
    const value = row[name];
    if (value instanceof Uint8Array)
      row[name] = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
  return row;
}

/** Runs something, and gives a failure that callers tell apart its name. */
function named<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const failure = error as Error & { code?: string; errcode?: number };
    const code = CODES[failure.errcode ?? 0];
    if (code !== undefined) failure.code = code;
    throw failure;
  }
}
