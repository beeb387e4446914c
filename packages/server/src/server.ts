import cors from '@fastify/cors';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { answerBrokenRequest, answerProblems, sendProblem } from './answer-problems.js';
import { authenticate } from './auth/authenticate.js';
import { takeBodies } from './bodies/take-bodies.js';
import { measureRequests } from './measure-requests.js';
import { describeApi } from './openapi.js';
import { limitRates } from './rates.js';
import { serveApp } from './routes/app.js';
import type { Api } from './routes/route.js';
import { routes } from './routes/table.js';
import { addSafetyHeaders } from './safety/headers.js';
import { guardOrigins } from './safety/origin.js';
import type { Services } from './services.js';

/** Milliseconds after which a connection on which nothing moves is ended, at least: a page may wait, then take its time. */
const IDLE_LIMIT = 120_000;
/** Milliseconds for a request's head to come. */
const HEAD_LIMIT = 20_000;

/** The server with all its routes, not yet listening. */
export async function buildServer(services: Services): Promise<Api> {
  const { options } = services;
  const idleLimit = Math.max(IDLE_LIMIT, 4 * options.timeLimit);
  const server = Fastify({
    bodyLimit: options.bodyLimit,
    connectionTimeout: idleLimit,
    http: { headersTimeout: HEAD_LIMIT },
    routerOptions: { maxParamLength: 300 },
    // When it closes, idle connections are ended and those with a request waited for.
    forceCloseConnections: 'idle',
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
    ...(options.log === undefined ? { logger: false } : { logger: { level: 'warn', stream: options.log } }),
  }).withTypeProvider<ZodTypeProvider>() as unknown as Api;
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  const plain = server as unknown as FastifyInstance;
  answerProblems(plain);
  takeBodies(plain, { whole: options.timeLimit, line: idleLimit });
  addSafetyHeaders(plain);
  measureRequests(plain, services.metrics);
  await limitRates(plain, options);
  if (options.cors.length > 0)
    await server.register(cors, {
      origin: [...options.cors],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    });
  guardOrigins(plain, options);
  authenticate(plain, services.tokens, options);
  await describeApi(plain);
  for (const add of routes) await add(server, services);
  await serveApp(server, options.app);
  return server;
}
