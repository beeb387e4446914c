import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type StoreFailure, storeFailure } from '@webpith/store';
import type { Failure } from '@webpith/threads';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ProblemBody } from './api/access.js';
import { invalidRequest, PROBLEMS, Problem, type ProblemCode } from './problem.js';

const REFUSALS: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [
    'too-large',
    'Send less, or ask the administrator of the server to raise the limit.',
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported-type',
    'Send application/json, or the page itself as text/html.',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['bad-request', 'Send a JSON object, or leave the content type out.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['bad-request', 'Send JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'bad-request',
    'Send as many bytes as the Content-Length header declares.',
  ],
};

/** Other errors of `fetch` and `render` are `upstream-failed`, the rest internal. */
const CODES: Readonly<Record<string, ProblemCode>> = {
  'PithError bad-input': 'unprocessable',
  'PithError not-a-page': 'unsupported-type',
  'PithError bad-option': 'bad-request',
  'PithError too-large': 'too-large',
  'FetchError bad-url': 'bad-request',
  'FetchError bad-content-type': 'unsupported-type',
  'FetchError blocked-address': 'forbidden',
  'FetchError timeout': 'took-too-long',
  'FetchError stopped': 'unavailable',
  'RenderError no-chromium': 'unavailable',
  'RenderError no-start': 'unavailable',
  'RenderError bad-option': 'bad-request',
  'RenderError bad-page': 'unprocessable',
  'RenderError blocked-address': 'forbidden',
  'RenderError timeout': 'took-too-long',
  'RenderError too-large': 'too-large',
  'RenderError stopped': 'unavailable',
  'LabError bad-option': 'bad-request',
  'LabError bad-labels': 'unprocessable',
  'LabError bad-import': 'unprocessable',
  'LabError bad-page': 'unprocessable',
  'LabError bad-model': 'unprocessable',
  'LabError no-peer': 'unavailable',
};

/** Converts any error to a problem. Unexpected errors reveal nothing about the server. */
export function problemFromError(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return (
    fromSchema(error) ??
    fromStore(error) ??
    fromPackage(error) ??
    fromFramework(error) ??
    internalProblem(error)
  );
}

function fromSchema(error: unknown): Problem | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined;
  const where = error.validationContext ?? 'request';
  const nameOf = (path: string) => `${where}${path.replaceAll('/', '.').replace(/\.$/, '')}`;
  return invalidRequest(
    error.validation.map(({ instancePath, message }) => `${nameOf(instancePath)}: ${message}`),
  );
}

const STORE_PROBLEMS: Readonly<Record<StoreFailure, readonly [message: string, remedy: string]>> = {
  down: [
    'The store of the server cannot be reached.',
    'Try again in a few seconds. If that fails, ask the administrator of the server to check its database.',
  ],
  full: [
    'The store of the server is full.',
    'Nothing was saved. Ask the administrator of the server to free space, then send the request again.',
  ],
  busy: ['The store of the server is busy.', 'Try again in a few seconds.'],
};

function fromStore(error: unknown): Problem | undefined {
  const failure = storeFailure(error);
  return failure && new Problem('unavailable', ...STORE_PROBLEMS[failure], { cause: error });
}

/** Recognises errors of our packages by name: importing the lab for `instanceof` would take a second. */
function fromPackage(error: unknown): Problem | undefined {
  const { name, code, message } = error as { name?: unknown; code?: unknown; message?: unknown };
  if (typeof name !== 'string' || typeof code !== 'string' || typeof message !== 'string') return undefined;
  return problemOfPackage(name, code, message, error);
}

function problemOfPackage(name: string, code: string, message: string, cause?: unknown): Problem | undefined {
  const isForeign = name === 'FetchError' || name === 'RenderError';
  const problem = CODES[`${name} ${code}`] ?? (isForeign ? 'upstream-failed' : undefined);
  if (problem === undefined) return undefined;
  const ends = [message.indexOf('; '), message.indexOf('. ')].filter(at => at > 0);
  const end = ends.length === 0 ? message.length : Math.min(...ends);
  const found = message.slice(0, end);
  const what = NOT_FOR_CALLERS.test(found) ? 'The server is not set up for this.' : sentence(found);
  return new Problem(problem, what, remedyFor(problem, isForeign, message.slice(end + 2)), { cause });
}

/** Command-line options and environment variables, which callers of the server cannot set. */
const NOT_FOR_CALLERS = /(?:^|\s)--\w|\bPITH_[A-Z]/;

/** Replaces remedies that may name options which callers cannot set, such as all those of fetching and rendering. */
function remedyFor(code: ProblemCode, isForeign: boolean, remedy: string): string {
  const isHidden = isForeign || NOT_FOR_CALLERS.test(remedy);
  return (isHidden ? REMEDIES[code] : undefined) ?? (sentence(remedy) || 'Change the request.');
}

const REMEDIES: Partial<Record<ProblemCode, string>> = {
  'took-too-long': 'Try again later, or ask the administrator of the server to raise the time limit.',
  'too-large': 'Choose a smaller page, or ask the administrator of the server to raise the limit.',
  forbidden: 'Choose a public address. This server does not fetch pages from private ones.',
  unavailable:
    'Ask the administrator of the server to install Chromium, or read the page without rendering it.',
};

function sentence(text: string): string {
  if (text === '') return '';
  // Host names and addresses must keep their first letter in lower case, so they get a subject before them.
  const first = text.split(' ', 1)[0]!;
  const begun = first.includes('/') ? `The page ${text}` : first.includes('.') ? `The host ${text}` : text;
  const start = `${begun[0]!.toUpperCase()}${begun.slice(1)}`;
  return '.!?…'.includes(start.at(-1)!) ? start : `${start}.`;
}

function fromFramework(error: unknown): Problem | undefined {
  const {
    code = '',
    statusCode = 500,
    message = '',
  } = error as { code?: string; statusCode?: number; message?: string };
  const refusal = REFUSALS[code];
  if (refusal !== undefined) return new Problem(refusal[0], sentence(message), refusal[1]);
  if (statusCode < 400 || statusCode >= 500) return undefined;
  return new Problem(
    'bad-request',
    sentence(message),
    'Correct the request. The API documentation describes every request.',
  );
}

function internalProblem(cause: unknown): Problem {
  return new Problem(
    'internal',
    'The server failed unexpectedly.',
    'Report the problem with the id of this request; the log of the server has the details.',
    { cause },
  );
}

/** Converts the failure of a task to a problem if the page or the request caused it, else to an error. */
export function problemFromFailure({ name, code, message, remedy, stack }: Failure): Error {
  if (name === 'Problem' && code !== undefined && Object.hasOwn(PROBLEMS, code)) {
    return new Problem(code as ProblemCode, message, String(remedy ?? 'Change the request.'));
  }
  const known = code === undefined ? undefined : problemOfPackage(name, code, message);
  if (known !== undefined) return known;
  const error = new Error(message);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return error;
}

export function bodyOf({ status, code, message, remedy }: Problem): ProblemBody {
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code,
    detail: message,
    remedy,
  };
}

export function installErrorHandlers(server: FastifyInstance): void {
  server.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  server.setNotFoundHandler((request, reply) =>
    sendProblem(
      new Problem(
        'not-found',
        `There is nothing at ${request.method} ${request.url.slice(0, 200)}.`,
        'Check the address. The API is described at /docs.',
      ),
      request,
      reply,
    ),
  );
}

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemFromError(error);
  const failed = problem.code === 'internal';
  if (failed) request.log.error({ err: problem.cause ?? problem }, 'unexpected failure');
  else if (problem.status === 503 && problem.cause !== undefined)
    request.log.warn({ err: problem.cause }, problem.message);
  if (problem.code === 'unavailable' || problem.code === 'too-many-requests') {
    if (!reply.hasHeader('retry-after')) reply.header('retry-after', problem.code === 'unavailable' ? 5 : 60);
  }
  const body = bodyOf(problem);
  return reply
    .code(problem.status)
    .serializer((value: unknown) => JSON.stringify(value))
    .type('application/problem+json; charset=utf-8')
    .send(failed ? { ...body, instance: request.id } : body);
}

/** Answers input that is not HTTP, for which there is no request object. */
export function answerInvalidHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const problem = new Problem('bad-request', 'The request is not valid HTTP/1.1.', 'Correct the request.');
  const body = JSON.stringify(bodyOf(problem));
  const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/problem+json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`;
  socket.end(head + body);
}
