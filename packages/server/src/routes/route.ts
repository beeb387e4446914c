import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Role } from '../auth/roles.js';
import { Problem } from '../problem.js';
import type { Services } from '../services.js';

/** The server as routes see it: bodies, parameters and answers are checked and typed by their zod schemas. */
export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse<IncomingMessage>,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Adds the routes of one concern. Each route names the least role that may call it. */
export type Routes = (api: Api, services: Services) => void | Promise<void>;

/** How routes about one thing are described: the least role that may call, what is done, and what is asked and answered. */
export function routesFor(thing: string) {
  return <S extends object>(role: Role, summary: string, schema: S = {} as S) => ({
    config: { role },
    schema: { tags: [thing], summary, ...schema },
  });
}

/** Sends what a thread made as it is: it is not read again to be checked. */
export function sendBytes(reply: unknown, type: string, bytes: Uint8Array): FastifyReply {
  return (reply as FastifyReply)
    .type(type)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** A signal that is aborted when the caller goes away before the answer. */
export function callerSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    // Nobody reads this answer; that somebody left is no failure of the server.
    if (!raw.writableFinished)
      controller.abort(new Problem('unavailable', 'The caller disconnected.', 'Send the request again.'));
  });
  return controller.signal;
}
