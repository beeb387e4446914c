export type LabErrorCode =
  | 'no-corpus' // not a corpus folder, or an unknown name
  | 'bad-corpus' // a page that cannot be read, and no `onProblem`
  | 'bad-page' // a page that cannot be written
  | 'bad-labels' // labels that do not match their page
  | 'bad-import' // a layout that the importer does not expect
  | 'bad-model' // unreadable, or of another method or version
  | 'bad-option'
  | 'bad-input' // values that a metric or test cannot use
  | 'no-rival' // a peer's package is not installed
  | 'bad-recording'; // recorded outputs that cannot be read

export class LabError extends Error {
  override readonly name = 'LabError';
  readonly code: LabErrorCode;

  constructor(code: LabErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
