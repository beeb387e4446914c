/** Why a server does not start. */
export type ServerErrorCode =
  | 'no-token' // it demands tokens and has none
  | 'no-address' // it cannot listen there
  | 'bad-option';

/** Every failure of starting: the message says what was expected, what came and what to do. */
export class ServerError extends Error {
  override readonly name = 'ServerError';

  constructor(
    readonly code: ServerErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
