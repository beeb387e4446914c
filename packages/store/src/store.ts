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

/** What went wrong with the store. */
export type StoreErrorCode =
  | 'bad-address' // neither a file nor a PostgreSQL connection string
  | 'unreachable' // the file cannot be opened, the server does not answer
  | 'migration'; // a step failed, or the store is of a newer version

/** Every failure of opening a store: the message says what was expected, what came and what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
