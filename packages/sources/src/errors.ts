/** An input that is none of the kinds we read, or that is gone; the message says what was expected and what to do. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly code = 'bad-input';
}
