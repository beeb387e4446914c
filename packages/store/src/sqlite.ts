import { DatabaseSync } from '@photostructure/sqlite';
import type { SqliteDialectConfig } from 'kysely';

type KyselyDatabase = Exclude<SqliteDialectConfig['database'], () => unknown>;
type KyselyStatement = ReturnType<KyselyDatabase['prepare']>;
type Statement = ReturnType<InstanceType<typeof DatabaseSync>['prepare']>;
type Bindable = Parameters<Statement['all']>[0];

/** Codes of failures that callers distinguish, by SQLite's extended result code. */
const CODES: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  13: 'SQLITE_FULL',
  4874: 'SQLITE_IOERR_SHMSIZE',
};

/** Opens SQLite with a driver that has the interface of `node:sqlite`, which some supported Node versions lack. */
export function openSqlite(file: string, timeout: number): KyselyDatabase {
  const database = new DatabaseSync(file, { timeout });
  try {
    withCode(() => {
      database.exec('pragma journal_mode = WAL'); // readers do not wait for the writer
      database.exec('pragma synchronous = NORMAL'); // with WAL, survives a crash of the process
      database.exec('pragma foreign_keys = ON');
    });
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    close: () => database.close(),
    prepare: sql => {
      // SQLite rolls back by itself when the disk is full. A second rollback would fail and hide the original error.
      const isRolledBack = sql === 'rollback' && !database.isTransaction;
      return withCode(() => statementOf(database.prepare(isRolledBack ? 'select 1' : sql)));
    },
  };
}

function statementOf(statement: Statement): KyselyStatement {
  const bindings = (parameters: readonly unknown[]) => parameters as Bindable[];
  return {
    reader: statement.columns().length > 0,
    all: parameters =>
      withCode(() => statement.all(...bindings(parameters)).map(row => withBuffers(row as Row))),
    run: parameters => withCode(() => statement.run(...bindings(parameters))),
    *iterate(parameters) {
      for (const row of statement.iterate(...bindings(parameters))) yield withBuffers(row as Row);
    },
  };
}

type Row = Record<string, unknown>;

/** Converts bytes to buffers, as the PostgreSQL driver returns them. */
function withBuffers(row: Row): Row {
  for (const name in row) {
    const value = row[name];
    if (value instanceof Uint8Array)
      row[name] = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
  return row;
}

function withCode<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const failure = error as Error & { code?: string; errcode?: number };
    const code = CODES[failure.errcode ?? 0];
    if (code !== undefined) failure.code = code;
    throw failure;
  }
}
