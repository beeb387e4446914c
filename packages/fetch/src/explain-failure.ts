import { FetchError, type FetchErrorCode, fetchErrorWithin } from './errors.js';

/** What a person should know about an error code of the network stack. */
interface Failure {
  readonly code: FetchErrorCode;
  readonly came: string;
  readonly remedy: string;
}

const unknownHost: Failure = {
  code: 'unknown-host',
  came: 'no host of that name was found',
  remedy: 'check the spelling and the connection',
};
const closedEarly: Failure = {
  code: 'network',
  came: 'the connection was closed before the end of the page',
  remedy: 'try again',
};
const unreachable: Failure = {
  code: 'network',
  came: 'the host cannot be reached',
  remedy: 'check the connection',
};
const notHttp: Failure = {
  code: 'network',
  came: 'the answer is not valid HTTP',
  remedy: 'check the port and whether it is http or https',
};

const failures: Readonly<Record<string, Failure>> = {
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ENODATA: unknownHost,
  ECONNREFUSED: {
    code: 'network',
    came: 'the host refused the connection',
    remedy: 'check the port and that the server runs',
  },
  ECONNRESET: closedEarly,
  EPIPE: closedEarly,
  UND_ERR_SOCKET: closedEarly,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: closedEarly,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EADDRNOTAVAIL: unreachable,
  UND_ERR_HEADERS_OVERFLOW: {
    code: 'too-large',
    came: 'the headers are larger than 16 kB',
    remedy: 'save the page and give its file',
  },
};

const timedOut: ReadonlySet<string> = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/** The FetchError for whatever the network stack threw; `timeout` is the limit of the whole, in milliseconds. */
export function explainFailure(error: unknown, url: string, timeout: number, stopped: boolean): FetchError {
  const own = fetchErrorWithin(error);
  if (own !== undefined) return own;
  if (stopped) return new FetchError('stopped', `stopped while fetching ${url}`, { url, cause: error });
  const code = codeOf(error);
  if (timedOut.has(code) || nameOf(error) === 'TimeoutError') return tookTooLong(url, timeout, error);
  const { code: kind, came, remedy } = failureOf(code, error);
  return new FetchError(kind, `expected a page at ${url}, but ${came}; ${remedy}`, { url, cause: error });
}

function tookTooLong(url: string, timeout: number, cause: unknown): FetchError {
  const message = `expected the whole page within ${timeout / 1000} s, but ${url} took longer; raise it with --timeout`;
  return new FetchError('timeout', message, { url, cause });
}

function failureOf(code: string, error: unknown): Failure {
  const known = failures[code];
  if (known !== undefined) return known;
  if (code.startsWith('HPE_') || code === 'ERR_SSL_WRONG_VERSION_NUMBER') return notHttp;
  if (/CERT|^UNABLE_TO_|SIGNATURE/.test(code)) {
    return {
      code: 'network',
      came: `its certificate is not valid (${code})`,
      remedy: 'save the page in a browser and give its file',
    };
  }
  const message = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
  return { code: 'network', came: `the connection failed (${message || code})`, remedy: 'try again' };
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}
