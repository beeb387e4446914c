import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemBody } from './api/problem.js';
import { Problem } from './problem.js';
import { problemFromError } from './problem-from-error.js';

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

/** Answers input that is not HTTP; there is no request object then. */
export function answerInvalidHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const problem = new Problem('bad-request', 'The request is not valid HTTP/1.1.', 'Correct the request.');
  const body = JSON.stringify(bodyOf(problem));
  const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/problem+json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`;
  socket.end(head + body);
}
