export type FetchErrorCode =
  | 'bad-url' // not a URL, not http or https, with credentials, or with a port of another protocol
  | 'blocked-address'
  | 'unknown-host'
  | 'network' // refused, reset, closed early, bad certificate
  | 'timeout'
  | 'too-large' // too many bytes, on the wire or decompressed
  | 'too-many-redirects'
  | 'redirect-loop'
  | 'http-status'
  | 'bad-content-type' // not HTML, XHTML, XML or plain text
  | 'bad-encoding' // unknown or invalid content encoding
  | 'stopped'; // the caller's signal

export type FetchLimit = 'allowPrivate' | 'timeout' | 'maxSize';

export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly code: FetchErrorCode;
  /** The URL that failed, after redirects. */
  readonly url: string | undefined;
  readonly status: number | undefined;
  readonly option: FetchLimit | undefined;

  constructor(
    code: FetchErrorCode,
    message: string,
    details: {
      url?: string | undefined;
      status?: number;
      option?: FetchLimit;
      cause?: unknown;
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.url = details.url;
    this.status = details.status;
    this.option = details.option;
  }
}

export function fetchErrorWithin(error: unknown): FetchError | undefined {
  let inner = error;
  for (let depth = 0; depth < 10 && inner instanceof Error; depth++) {
    if (inner instanceof FetchError) return inner;
    inner = inner.cause;
  }
  return undefined;
}

interface Failure {
  readonly code: FetchErrorCode;
  readonly problem: string;
  readonly remedy: string;
}

const unknownHost: Failure = {
  code: 'unknown-host',
  problem: 'no host of that name was found',
  remedy: 'check the spelling and the connection',
};
const closedEarly: Failure = {
  code: 'network',
  problem: 'the connection was closed before the end of the page',
  remedy: 'try again',
};
const unreachable: Failure = {
  code: 'network',
  problem: 'the host cannot be reached',
  remedy: 'check the connection',
};
const notHttp: Failure = {
  code: 'network',
  problem: 'the response is not valid HTTP',
  remedy: 'check the port and whether it is http or https',
};

const failures: Readonly<Record<string, Failure>> = {
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ENODATA: unknownHost,
  ECONNREFUSED: {
    code: 'network',
    problem: 'the host refused the connection',
    remedy: 'check the port and that the server is running',
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
    problem: 'the headers are larger than 16 kB',
    remedy: 'save the page and use the file',
  },
};

const timedOut: ReadonlySet<string> = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

export function explainFailure(error: unknown, url: string, timeout: number, stopped: boolean): FetchError {
  const own = fetchErrorWithin(error);
  if (own !== undefined) return own;
  if (stopped) return new FetchError('stopped', `stopped while fetching ${url}`, { url, cause: error });
  const code = codeOf(error);
  if (timedOut.has(code) || nameOf(error) === 'TimeoutError') return timeoutError(url, timeout, error);
  const { code: kind, problem, remedy } = failureOf(code, error);
  return new FetchError(kind, `cannot fetch ${url}: ${problem}; ${remedy}`, { url, cause: error });
}

function timeoutError(url: string, timeout: number, cause: unknown): FetchError {
  const message = `${url} took longer than ${timeout / 1000} s; raise timeout`;
  return new FetchError('timeout', message, { url, option: 'timeout', cause });
}

function failureOf(code: string, error: unknown): Failure {
  const known = failures[code];
  if (known !== undefined) return known;
  if (code.startsWith('HPE_') || code === 'ERR_SSL_WRONG_VERSION_NUMBER') return notHttp;
  if (/CERT|^UNABLE_TO_|SIGNATURE/.test(code)) {
    return {
      code: 'network',
      problem: `its certificate is not valid (${code})`,
      remedy: 'save the page in a browser and use the file',
    };
  }
  const message = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
  return { code: 'network', problem: `the connection failed (${message || code})`, remedy: 'try again' };
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}
