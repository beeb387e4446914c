/** What can be wrong with an input; anything else gives a result. */
export type PithErrorCode =
  | 'bad-input' // not a string, bytes or a document
  | 'bad-option' // an option of the wrong kind or out of range
  | 'too-large'; // longer than `maxLength`

/** Every error that the library throws; the message says what was expected, what came, and what to do. */
export class PithError extends Error {
  override readonly name = 'PithError';

  constructor(
    readonly code: PithErrorCode,
    message: string,
  ) {
    super(message);
  }
}
