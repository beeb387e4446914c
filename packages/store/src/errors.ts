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
