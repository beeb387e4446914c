import type { Kysely } from 'kysely';
import type { Schema } from './schema.js';

export type Dialect = 'sqlite' | 'postgres';

/** An open store; queries are the same for both databases. */
export interface Store {
  readonly db: Kysely<Schema>;
  readonly dialect: Dialect;
  close(): Promise<void>;
}

export type StoreErrorCode =
  | 'bad-address' // neither a file nor a PostgreSQL connection string
  | 'unreachable' // cannot open the file or reach the server
  | 'migration'; // a step failed, or the store has a newer version

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
