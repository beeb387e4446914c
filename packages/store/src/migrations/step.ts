import type { Kysely } from 'kysely';

/** A database whose tables are what the steps make them: a step speaks of them as they were when it was written. */
// biome-ignore lint/suspicious/noExplicitAny: the types of today do not fit the steps of yesterday
export type AnyDatabase = Kysely<any>;

/** One named step of the schema, and its way back. */
export interface MigrationStep {
  readonly name: string;
  up(db: AnyDatabase): Promise<void>;
  down(db: AnyDatabase): Promise<void>;
}
