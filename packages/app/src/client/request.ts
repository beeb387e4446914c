import { markServerReachable, markServerUnreachable } from './connection.js';
import { annotatorName } from './session.js';
import { describeRequest, withWaiting } from './waiting.js';

interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE' | 'PUT';
  readonly json?: unknown;
  /** Sent unchanged, with `type` as its content type. */
  readonly body?: BodyInit;
  readonly type?: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly signal?: AbortSignal | undefined;
  /** Annotator to save labels for, which may be an earlier name of the user. Default: the current name. */
  readonly annotator?: string;
}

export async function request<T = unknown>(path: string, options: RequestOptions = {}): Promise<T> {
  const response = await send(path, options);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

export const apiPath = (...parts: string[]) => `/v1/${parts.map(encodeURIComponent).join('/')}`;

export function withQuery(path: string, query: RequestOptions['query'] = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

async function send(path: string, options: RequestOptions): Promise<Response> {
  const { json, body, type, query, signal } = options;
  const headers: Record<string, string> = {
    'x-pith-annotator': encodeURIComponent(options.annotator ?? annotatorName()),
  };
  if (json !== undefined) headers['content-type'] = 'application/json';
  else if (type !== undefined) headers['content-type'] = type;
  const content = json === undefined ? body : JSON.stringify(json);
  const method = options.method ?? (content === undefined ? 'GET' : 'POST');
  const pending = fetch(withQuery(path, query), {
    method,
    headers,
    body: content ?? null,
    signal: signal ?? null,
  });
  const response = await withWaiting(describeRequest(method, path), pending).catch((error: unknown) => {
    if (error instanceof TypeError) markServerUnreachable();
    throw error;
  });
  markServerReachable();
  if (!response.ok) throw problemFromText(await response.text().catch(() => ''), response.status);
  return response;
}

export class RequestProblem extends Error {
  override readonly name = 'RequestProblem';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly remedy: string,
  ) {
    super(message);
  }
}

/** The problem in the body of a response; `responseStatus` is used if the body has no status. */
export function problemFromText(body: string, responseStatus = 0): RequestProblem {
  const fields = objectFrom(body);
  const status = typeof fields.status === 'number' ? fields.status : responseStatus;
  return new RequestProblem(
    status,
    textOr(fields.code, 'internal'),
    textOr(fields.detail, textOr(fields.title, `The server responded with status ${status}.`)),
    textOr(fields.remedy, ''),
  );
}

export function asProblem(error: unknown): RequestProblem {
  if (error instanceof RequestProblem) return error;
  if (error instanceof TypeError)
    return new RequestProblem(
      0,
      'unreachable',
      'The server cannot be reached.',
      'Check that the server is running, then try again.',
    );
  return new RequestProblem(0, 'internal', error instanceof Error ? error.message : String(error), '');
}

function objectFrom(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback;
}
