import type { Kysely } from 'kysely';
import type { Schema } from './schema.js';

/** The two databases. */
export type Dialect = 'sqlite' | 'postgres';

/** An open store: the query layer is the same for both databases. */
export interface Store {
  readonly db: Kysely<Schema>;
  readonly dialect: Dialect;
  /** Ends all connections. */
  close(): Promise<void>;
}
