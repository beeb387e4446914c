/** Codes of the errors this package throws; each message says what was expected, what came, and where. */
export type LearnErrorCode =
  | 'bad-shape' // rows of unequal length, matrix and labels that do not fit each other
  | 'bad-value' // NaN where none is allowed, infinity, unknown nominal value
  | 'bad-label' // label never seen, class without rows
  | 'bad-weight' // negative or all-zero weights
  | 'bad-option' // hyperparameter out of range
  | 'bad-model' // a model file that does not fit
  | 'stopped'; // fitting was stopped by its signal

/** Every failure of this package: `row` and `column` (zero-based) are set where one is to blame. */
export class LearnError extends Error {
  override readonly name = 'LearnError';
  readonly code: LearnErrorCode;
  readonly row: number | undefined;
  readonly column: number | undefined;

  constructor(code: LearnErrorCode, message: string, where: { row?: number; column?: number } = {}) {
    super(message);
    this.code = code;
    this.row = where.row;
    this.column = where.column;
  }
}
