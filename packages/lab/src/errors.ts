export type LabErrorCode =
  | 'no-corpus' // not a corpus folder, or an unknown name
  | 'bad-corpus' // a page that cannot be read, and no `onProblem`
  | 'bad-page'
  | 'bad-labels'
  | 'bad-import'
  | 'bad-model' // unreadable, or of another method or version
  | 'bad-option'
  | 'bad-input'
  | 'no-peer'
  | 'bad-recording';

export class LabError extends Error {
  override readonly name = 'LabError';

  constructor(
    readonly code: LabErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
