/** Codes of the errors this package throws; each message says what was expected, what came, and what to do. */
export type LabErrorCode =
  | 'no-corpus' // a folder that is not a corpus, or a name that no corpora folder holds
  | 'bad-corpus' // a page that cannot be read, where nobody listens for problems
  | 'bad-page' // a page that cannot be written
  | 'bad-labels' // a label file that does not fit its page
  | 'bad-import' // a foreign layout that is not what its importer expects
  | 'bad-model' // a model that cannot be read, or is of another method or version
  | 'bad-option' // an option out of range
  | 'bad-input' // numbers that a metric or a test cannot use
  | 'no-rival' // a rival whose package is not installed
  | 'bad-recording'; // recorded outputs that cannot be read

/** Every failure of this package. */
export class LabError extends Error {
  override readonly name = 'LabError';
  readonly code: LabErrorCode;

  constructor(code: LabErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
