import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Services } from '../services.js';

/** The server as routes see it: bodies, parameters and answers are checked and typed by their zod schemas. */
export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse<IncomingMessage>,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Adds the routes of one concern. Each route names the least role that may call it: `config: { role: 'reader' }`. */
export type Routes = (api: Api, services: Services) => void | Promise<void>;
