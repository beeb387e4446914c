/** What went wrong while fetching; every code has its own remedy in the message. */
export type FetchErrorCode =
  | 'bad-url' // not a URL, not http or https, credentials inside, a port that is not the web's
  | 'blocked-address' // the name leads to a private, loopback or otherwise special address
  | 'unknown-host' // the name does not resolve
  | 'network' // refused, reset, closed before the end, bad certificate
  | 'timeout' // the whole took longer than allowed
  | 'too-large' // more bytes than allowed, on the wire or decompressed
  | 'too-many-redirects'
  | 'redirect-loop'
  | 'http-status' // an answer other than 2xx
  | 'bad-content-type' // not HTML, XHTML, XML or plain text
  | 'bad-encoding' // a content encoding that is unknown or does not decode
  | 'stopped'; // the caller's signal

/** Every failure of fetching: the message says what was expected, what came and what to do. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly code: FetchErrorCode;
  /** The address being asked for when it failed: after redirects not the one given. */
  readonly url: string | undefined;
  /** The status of the answer, for `http-status`. */
  readonly status: number | undefined;

  constructor(
    code: FetchErrorCode,
    message: string,
    details: { url?: string; status?: number; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.url = details.url;
    this.status = details.status;
  }
}

/** The FetchError inside an error of the network stack (which wraps the connector's), if there is one. */
export function fetchErrorWithin(error: unknown): FetchError | undefined {
  let inner = error;
  // Causes can be made circular by whoever throws; no real chain is ten deep.
  for (let depth = 0; depth < 10 && inner instanceof Error; depth++) {
    if (inner instanceof FetchError) return inner;
    inner = inner.cause;
  }
  return undefined;
}
