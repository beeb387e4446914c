import { type Kysely, type MigrationResultSet, Migrator, NO_MIGRATIONS } from 'kysely';
import { type Dialect, StoreError } from '../store.js';
import { immediateTransaction } from '../transactions.js';

/**
 * Migrates up or down to `target`: the latest step by default, no steps if null. Returns the names of the steps run.
 */
export async function migrate(
  db: AnyDatabase,
  dialect: Dialect,
  steps: readonly MigrationStep[],
  target?: string | null,
) {
  const run = async (on: typeof db) => stepsRun(await toTarget(migrator(on, steps), target));
  if (dialect === 'postgres') return await run(db); // The migrator uses one transaction and an advisory lock.
  // The migrator does not lock SQLite: two processes that open a new file would both create the tables.
  return await immediateTransaction(db, run);
}

function migrator(db: AnyDatabase, steps: readonly MigrationStep[]): Migrator {
  const byName = Object.fromEntries(steps.map(step => [step.name, step]));
  return new Migrator({ db, provider: { getMigrations: async () => byName } });
}

function toTarget(migrator: Migrator, target: string | null | undefined): Promise<MigrationResultSet> {
  if (target === undefined) return migrator.migrateToLatest();
  return migrator.migrateTo(target ?? NO_MIGRATIONS);
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

/** Untyped: a step refers to the tables at the time it was written. */
// biome-ignore lint/suspicious/noExplicitAny: the current schema does not fit older steps
export type AnyDatabase = Kysely<any>;

export interface MigrationStep {
  readonly name: string;
  up(db: AnyDatabase): Promise<void>;
  down(db: AnyDatabase): Promise<void>;
}
