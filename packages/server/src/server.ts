import type { AddressInfo } from 'node:net';
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { answerInvalidHttp, installErrorHandlers, sendProblem } from './answer-problems.js';
import { authenticate } from './auth/authenticate.js';
import { shownStore } from './auth/tokens.js';
import { handleBodies } from './bodies/bodies.js';
import { compressResponses } from './compress.js';
import { logRequests, measureRequests } from './metrics.js';
import { describeApi } from './openapi.js';
import { addressOf, ServerError, type ServerOptions, serverDefaults } from './options.js';
import { limitRates } from './rates.js';
import { accessRoutes } from './routes/access.js';
import { serveApp } from './routes/app.js';
import { batchRoutes } from './routes/batch.js';
import { corpusRoutes } from './routes/corpora.js';
import { evaluationRoutes } from './routes/evaluations.js';
import { extractRoutes } from './routes/extract.js';
import { frameRoutes } from './routes/frame.js';
import { healthRoutes } from './routes/health.js';
import { jobRoutes } from './routes/jobs.js';
import { labelRoutes } from './routes/labels.js';
import { modelRoutes } from './routes/models.js';
import { pageRoutes } from './routes/pages.js';
import { readingRoutes } from './routes/reading.js';
import type { Api, Routes } from './routes/route.js';
import { siteMemoryRoutes } from './routes/site-memories.js';
import { siteRuleRoutes } from './routes/site-rules.js';
import { addSafetyHeaders, guardOrigins } from './safety/browser-guards.js';
import { openServices, type Services } from './services.js';

const ROUTES: readonly Routes[] = [
  healthRoutes,
  accessRoutes,
  extractRoutes,
  batchRoutes,
  frameRoutes,
  corpusRoutes,
  labelRoutes,
  pageRoutes,
  jobRoutes,
  modelRoutes,
  evaluationRoutes,
  readingRoutes,
  siteRuleRoutes,
  siteMemoryRoutes,
];

export interface RunningServer {
  /** For example `http://127.0.0.1:7488`. */
  readonly address: string;
  readonly storedIn: string;
  readonly api: Api;
  readonly services: Services;
  close(): Promise<void>;
}

export async function startServer(given: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const options: ServerOptions = { ...serverDefaults, ...given };
  const { services, close: closeServices } = await openServices(options);
  try {
    const api = await buildServer(services);
    await listen(api, options);
    const { port } = api.server.address() as AddressInfo;
    let closing: Promise<void> | undefined;
    const close = () => {
      closing ??= drain(api).then(closeServices);
      return closing;
    };
    return {
      address: addressOf(options.host, port),
      storedIn: shownStore(options.store),
      api,
      services,
      close,
    };
  } catch (error) {
    await closeServices();
    throw error;
  }
}

const SHUTDOWN_GRACE = 60_000;

async function drain(api: Api): Promise<void> {
  const force = setTimeout(() => api.server.closeAllConnections(), SHUTDOWN_GRACE);
  try {
    await api.close();
  } finally {
    clearTimeout(force);
  }
}

async function listen(api: Api, { host, port }: ServerOptions): Promise<void> {
  try {
    await api.listen({ host, port });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'the port is in use' : message;
    throw new ServerError(
      'no-address',
      `Cannot listen on ${addressOf(host, port)}: ${reason}. Choose another port or host.`,
      { cause },
    );
  }
}

/** Minimum idle timeout of a connection in milliseconds; a page may wait in the queue. */
const IDLE_LIMIT = 120_000;
const HEAD_LIMIT = 20_000;

async function buildServer(services: Services): Promise<Api> {
  const { options } = services;
  const idleLimit = Math.max(IDLE_LIMIT, 4 * options.timeLimit);
  const server = Fastify({
    bodyLimit: options.bodyLimit,
    connectionTimeout: idleLimit,
    http: { headersTimeout: HEAD_LIMIT },
    routerOptions: { maxParamLength: 300 },
    // On close, idle connections are ended and active ones finish.
    forceCloseConnections: 'idle',
    clientErrorHandler: answerInvalidHttp,
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
    ...(options.log === undefined ? { logger: false } : { logger: { level: 'warn', stream: options.log } }),
  }).withTypeProvider<ZodTypeProvider>() as unknown as Api;
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  const plain = server as unknown as FastifyInstance;
  installErrorHandlers(plain);
  handleBodies(plain, { whole: options.timeLimit, line: idleLimit });
  addSafetyHeaders(plain);
  compressResponses(plain);
  measureRequests(plain, services.metrics);
  if (options.accessLog !== undefined) logRequests(plain, options.accessLog);
  await limitRates(plain, options);
  if (options.cors.length > 0)
    await server.register(cors, {
      origin: [...options.cors],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    });
  guardOrigins(plain, options);
  authenticate(plain, services.store, options);
  await describeApi(plain);
  for (const add of ROUTES) await add(server, services);
  await serveApp(server, options.app);
  return server;
}
