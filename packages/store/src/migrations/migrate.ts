import { type Kysely, type MigrationResultSet, Migrator } from 'kysely';
import { type Dialect, StoreError } from '../store.js';
import { immediateTransaction } from '../transactions.js';

/** Runs the steps that the store has not run yet. Returns their names. */
export async function migrate(
  db: AnyDatabase,
  dialect: Dialect,
  steps: readonly MigrationStep[],
): Promise<string[]> {
  const byName = Object.fromEntries(steps.map(step => [step.name, step]));
  const run = async (on: AnyDatabase) =>
    stepsRun(
      await new Migrator({ db: on, provider: { getMigrations: async () => byName } }).migrateToLatest(),
    );
  if (dialect === 'postgres') return await run(db); // The migrator uses one transaction and an advisory lock.
  // The migrator does not lock SQLite: two processes that open a new file would both create the tables.
  return await immediateTransaction(db, run);
}

function stepsRun({ error, results = [] }: MigrationResultSet): string[] {
  if (error === undefined) return results.map(({ migrationName }) => migrationName);
  const failed = results.find(({ status }) => status === 'Error')?.migrationName;
  const reason = error instanceof Error ? error.message : String(error);
  const what = failed === undefined ? reason : `step ${failed} failed: ${reason}`;
  throw new StoreError(
    'migration',
    `Cannot migrate the store: ${what}. If a newer pith created it, use that version or another store.`,
    { cause: error },
  );
}

/** A database without types for its tables, because a step refers to the tables as they were when it was written. */
// biome-ignore lint/suspicious/noExplicitAny: the current schema does not fit older steps
export type AnyDatabase = Kysely<any>;

export interface MigrationStep {
  readonly name: string;
  up(db: AnyDatabase): Promise<void>;
}
