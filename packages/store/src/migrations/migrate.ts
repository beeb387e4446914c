import { type Kysely, type MigrationResultSet, Migrator, NO_MIGRATIONS } from 'kysely';
import { type Dialect, StoreError } from '../store.js';
import { aloneInSqlite } from '../transactions.js';

/**
 * Brings a database to a step, up or down: to the last unless named, to none at all for `null`. Gives the names of the
 * steps taken.
 */
export async function migrate(
  db: AnyDatabase,
  dialect: Dialect,
  steps: readonly MigrationStep[],
  target?: string | null,
) {
  const run = async (on: typeof db) => taken(await toTarget(migrator(on, steps), target));
  if (dialect === 'postgres') return await run(db); // one transaction, under an advisory lock: the migrator sees to it
  // In SQLite the migrator does neither, so two that open a new file at once would both make the tables.
  return await aloneInSqlite(db, run);
}

function migrator(db: AnyDatabase, steps: readonly MigrationStep[]): Migrator {
  const byName = Object.fromEntries(steps.map(step => [step.name, step]));
  return new Migrator({ db, provider: { getMigrations: async () => byName } });
}

function toTarget(migrator: Migrator, target: string | null | undefined): Promise<MigrationResultSet> {
  if (target === undefined) return migrator.migrateToLatest();
  return migrator.migrateTo(target ?? NO_MIGRATIONS);
}

function taken({ error, results = [] }: MigrationResultSet): string[] {
  if (error === undefined) return results.map(({ migrationName }) => migrationName);
  const failed = results.find(({ status }) => status === 'Error')?.migrationName;
  const reason = error instanceof Error ? error.message : String(error);
  const what = failed === undefined ? reason : `step ${failed} failed: ${reason}`;
  throw new StoreError(
    'migration',
    `expected to bring the store to this version, but ${what}; a newer pith may have made it: use that one, or another store`,
    { cause: error },
  );
}

/** A database whose tables are what the steps make them: a step speaks of them as they were when it was written. */
// biome-ignore lint/suspicious/noExplicitAny: the types of today do not fit the steps of yesterday
export type AnyDatabase = Kysely<any>;

/** One named step of the schema, and its way back. */
export interface MigrationStep {
  readonly name: string;
  up(db: AnyDatabase): Promise<void>;
  down(db: AnyDatabase): Promise<void>;
}
