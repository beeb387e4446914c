import { findCorpus, listJobs, readJob, type StoredJob } from '@webpith/store';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type Job, job, jobList, type NewJob, newJob } from '../api/jobs.js';
import { mayAct } from '../auth/roles.js';
import { chooseAnother, listMethods, trainableMethods } from '../extraction/methods.js';
import { storedModel } from '../extraction/model-cache.js';
import { diskCorpora } from '../jobs/disk-corpora.js';
import { notFound, Problem, required } from '../problem.js';
import type { Services } from '../services.js';
import { partOf, type Routes, routesFor } from './route.js';

const route = routesFor('jobs');
const params = z.object({ job: z.string().max(100) });
const part = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(50),
  after: z.string().max(100).optional(),
});

export const jobRoutes: Routes = (api, services) => {
  const { store, jobs } = services;
  const streams = new Set<() => void>();
  // Ends open event streams, so that the server can close.
  api.addHook('preClose', async () => {
    for (const end of streams) end();
  });

  const existing = async (id: string) => required(await readJob(store, id), 'job', id);

  api.post(
    '/v1/jobs',
    route('annotator', 'Start a job', { body: newJob, response: { 202: job } }),
    async ({ body, caller }, reply) => {
      await checkJob(services, body);
      const { kind, ...options } = body;
      return reply.code(202).send(jobView(await jobs.start(kind, options, caller.name)));
    },
  );

  api.get(
    '/v1/jobs',
    route('reader', 'Jobs, newest first', { querystring: part, response: { 200: jobList } }),
    async ({ query: { limit, after } }) => {
      const found = await listJobs(store, { limit: limit + 1, after });
      return partOf(found.map(jobView), limit, ({ id }) => id);
    },
  );

  api.get('/v1/jobs/:job', route('reader', 'A job', { params, response: { 200: job } }), async request =>
    jobView(await existing(request.params.job)),
  );

  api.get(
    '/v1/jobs/events',
    route('reader', 'Changes of all jobs as server-sent events'),
    async (_request, reply) => {
      const stream = openStream(reply, streams);
      stream.onEnd(jobs.listen(own => stream.send(jobView(own))));
    },
  );

  api.get(
    '/v1/jobs/:job/events',
    route('reader', 'Changes of a job until it ends as server-sent events', { params }),
    async (request, reply) => {
      const { id } = await existing(request.params.job);
      const stream = openStream(reply, streams);
      const sendJob = (own: StoredJob) => {
        stream.send(jobView(own));
        if (own.ended !== undefined) stream.end();
      };
      stream.onEnd(jobs.listen(own => own.id === id && sendJob(own)));
      // The job may have ended before the listener was added.
      sendJob(await existing(id));
    },
  );

  api.post(
    '/v1/jobs/:job/stop',
    route('annotator', 'Stop a job of yours; administrators stop any', { params, response: { 200: job } }),
    async ({ params: { job }, caller }) => {
      const { id, createdBy } = await existing(job);
      if (createdBy !== caller.name && !mayAct(caller.role, 'admin')) {
        const message = `The job was started by ${createdBy}.`;
        throw new Problem('forbidden', message, 'Ask them or an administrator of the server to stop it.');
      }
      return jobView((await jobs.stop(id))!);
    },
  );
};

function jobView({ tries: _tries, checkpoint: _checkpoint, ...own }: StoredJob): Job {
  return own as Job;
}

async function checkJob(services: Services, job: NewJob): Promise<void> {
  const isStored = (await findCorpus(services.store, job.corpus)) !== undefined;
  const isThere = isStored || (job.kind === 'evaluate' && diskCorpora(services.options).includes(job.corpus));
  if (!isThere) throw notFound('corpus', job.corpus);
  if (job.kind === 'train') {
    const names = (await trainableMethods()).map(({ name }) => name);
    await checkMethod(job.method, names);
  }
  if (job.kind !== 'evaluate') return;
  const { methods = [], models = [] } = job;
  if (methods.length + models.length === 0) {
    throw new Problem('bad-request', 'There is nothing to evaluate.', 'Choose at least one method or model.');
  }
  const names = (await listMethods()).map(({ name }) => name);
  for (const method of methods) await checkMethod(method, names);
  for (const model of models) await storedModel(services.store, model);
}

async function checkMethod(method: string, known: readonly string[]): Promise<void> {
  if (known.includes(method)) return;
  const message = `There is no method ${JSON.stringify(method)}. The methods are ${known.join(', ')}.`;
  throw new Problem('not-found', message, await chooseAnother());
}

/** Milliseconds between keep-alive comments; proxies and our server close idle connections. */
const HEARTBEAT = 15_000;
/** Unsent bytes above which the stream of a slow reader is closed. */
const MAX_WAITING = 2 ** 20;

/** Starts a stream of events. Adds a function that ends it to `open` until it has ended. */
function openStream(reply: FastifyReply, open: Set<() => void>) {
  const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...Object.fromEntries(headers),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  raw.write('retry: 2000\n\n');
  const endings: (() => void)[] = [];
  let isOver = false;
  const clock = setInterval(() => raw.write(': still here\n\n'), HEARTBEAT);
  const end = () => {
    if (isOver) return;
    isOver = true;
    clearInterval(clock);
    open.delete(end);
    for (const then of endings) then();
    raw.end();
  };
  open.add(end);
  raw.on('close', end);
  raw.on('error', end);
  return {
    send(job: Job): void {
      if (isOver) return;
      if (raw.writableLength > MAX_WAITING) raw.destroy();
      else raw.write(`event: job\ndata: ${JSON.stringify(job)}\n\n`);
    },
    end,
    /** Calls `then` when the stream ends, or at once if it has ended. */
    onEnd(then: () => void): void {
      if (isOver) then();
      else endings.push(then);
    },
  };
}
