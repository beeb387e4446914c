import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Role } from '../auth/roles.js';
import { Problem } from '../problem.js';
import type { Services } from '../services.js';

export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse<IncomingMessage>,
  FastifyBaseLogger,
  ZodTypeProvider
>;

export type Routes = (api: Api, services: Services) => void | Promise<void>;

export function routesFor(thing: string) {
  return <S extends object>(role: Role, summary: string, schema: S = {} as S) => ({
    config: { role },
    schema: { tags: [thing], summary, ...schema },
  });
}

/** The first `limit` items and, if there are more, the key of the last one, after which the next part starts. */
export function partOf<T>(found: readonly T[], limit: number, keyOf: (item: T) => string) {
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? keyOf(items.at(-1)!) : undefined };
}

/** Sends the output of a thread without parsing it again. */
export function sendBytes(reply: unknown, type: string, bytes: Uint8Array): FastifyReply {
  return (reply as FastifyReply)
    .type(type)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

export function callerSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    // A problem, because a disconnect is not an internal error.
    if (!raw.writableFinished)
      controller.abort(new Problem('unavailable', 'The caller disconnected.', 'Send the request again.'));
  });
  return controller.signal;
}
