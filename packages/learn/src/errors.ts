export type LearnErrorCode =
  | 'bad-shape' // rows of unequal length, matrix and labels of different sizes
  | 'bad-value' // NaN where not allowed, infinity, unknown nominal value
  | 'bad-label' // unknown label, class without rows
  | 'bad-weight'
  | 'bad-option'
  | 'bad-model'
  | 'stopped';

export class LearnError extends Error {
  override readonly name = 'LearnError';
  readonly code: LearnErrorCode;
  readonly row: number | undefined;
  readonly column: number | undefined;

  constructor(
    code: LearnErrorCode,
    message: string,
    { row, column }: { row?: number | undefined; column?: number | undefined } = {},
  ) {
    super(message);
    this.code = code;
    this.row = row;
    this.column = column;
  }
}
