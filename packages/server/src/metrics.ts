import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export class Metrics {
  readonly registry = new Registry();
  readonly #own = { registers: [this.registry] };

  readonly requests = new Counter({
    name: 'pith_http_requests_total',
    help: 'Requests answered, by route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    ...this.#own,
  });
  readonly requestSeconds = new Histogram({
    name: 'pith_http_request_seconds',
    help: 'Time from a request to its answer.',
    labelNames: ['method', 'route'] as const,
    buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    ...this.#own,
  });
  readonly taskSeconds = new Histogram({
    name: 'pith_thread_task_seconds',
    help: 'Time that threads spent on a page, by task: extract or frame.',
    labelNames: ['task'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    ...this.#own,
  });
  readonly replacements = new Counter({
    name: 'pith_thread_replacements_total',
    help: 'Threads that were replaced because a page took too much time or memory.',
    ...this.#own,
  });

  constructor() {
    const memory = () => process.memoryUsage();
    this.gauge('process_resident_memory_bytes', 'Resident memory.', () => memory().rss);
    this.gauge('nodejs_heap_size_used_bytes', 'Heap of the main thread.', () => memory().heapUsed);
    this.gauge('nodejs_external_memory_bytes', 'Memory outside of heaps.', () => memory().external);
    this.gauge('process_uptime_seconds', 'Time since the start.', () => process.uptime());
  }

  gauge(name: string, help: string, value: () => number): void {
    new Gauge({
      name,
      help,
      ...this.#own,
      collect() {
        this.set(value());
      },
    });
  }
}

/** Counts requests by route pattern, because there would be too many label values with full URLs. */
export function measureRequests(server: FastifyInstance, { requests, requestSeconds }: Metrics): void {
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    requests.inc({ method, route, status: reply.statusCode });
    requestSeconds.observe({ method, route }, reply.elapsedTime / 1000);
  });
}

const MAX_URL = 2000;

/** Writes one line of JSON per request, without the request body and, except User-Agent, without headers and tokens. */
export function logRequests(server: FastifyInstance, log: { write(line: string): void }): void {
  server.addHook('onResponse', async (request, reply) => {
    const bytes = Number(reply.getHeader('content-length'));
    const line = {
      time: new Date().toISOString(),
      id: request.id,
      ip: request.ip,
      caller: request.caller?.name,
      method: request.method,
      url: request.url.slice(0, MAX_URL),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      bytes: Number.isNaN(bytes) ? undefined : bytes,
      agent: request.headers['user-agent']?.slice(0, 200),
    };
    log.write(`${JSON.stringify(line)}\n`);
  });
}
