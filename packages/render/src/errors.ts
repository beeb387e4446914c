/** What went wrong while rendering; every code has its own remedy in the message. */
export type RenderErrorCode =
  | 'no-chromium' // no browser was found, or the one named is none
  | 'no-start' // the browser does not start
  | 'bad-option'
  | 'bad-page' // not an address, not a file that a browser shows
  | 'blocked-address' // the page itself lies at an address that may not be asked
  | 'network' // the page itself did not come
  | 'http-status' // an answer other than 2xx
  | 'timeout' // the whole took longer than allowed, or the page hangs
  | 'crash' // the page, or the browser with it, broke down
  | 'too-large' // more bytes than allowed
  | 'stopped'; // the caller's signal, or the pool was closed

/** Every failure of rendering: the message says what was expected, what came and what to do. */
export class RenderError extends Error {
  override readonly name = 'RenderError';

  constructor(
    readonly code: RenderErrorCode,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }
}

/** The codes after which a browser is not trusted with another page. */
export const BREAKS_BROWSER: ReadonlySet<RenderErrorCode> = new Set(['timeout', 'crash', 'stopped']);
