import { listJobs, readJob, type StoredJob } from '@webpith/store';
import { z } from 'zod';
import { type Job, job, jobList, newJob } from '../api/jobs.js';
import { checkJob } from '../jobs/check-job.js';
import { openStream } from '../jobs/event-stream.js';
import { notFound } from '../problem.js';
import { type Routes, routesAbout } from './route.js';

const route = routesAbout('jobs');
const params = z.object({ job: z.string().max(100) });
const part = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(50),
  after: z.string().max(100).optional(),
});

/** Work that takes a while: start it, follow it, stop it. */
export const jobRoutes: Routes = (api, services) => {
  const { store, jobs } = services;
  const streams = new Set<() => void>();
  // Streams last as long as their readers wish; a server that ends must not wait for that.
  api.addHook('preClose', async () => {
    for (const end of streams) end();
  });

  const existing = async (id: string): Promise<StoredJob> => {
    const found = await readJob(store, id);
    if (found) return found;
    throw notFound('the id of a job', id, 'Choose one of /v1/jobs.');
  };

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
      const items = found.slice(0, limit).map(jobView);
      return { items, ...(found.length > limit ? { next: items.at(-1)!.id } : {}) };
    },
  );

  api.get('/v1/jobs/:job', route('reader', 'A job', { params, response: { 200: job } }), async request =>
    jobView(await existing(request.params.job)),
  );

  api.get(
    '/v1/jobs/events',
    route('reader', 'All changes of all jobs, as server-sent events'),
    async (_request, reply) => {
      const stream = openStream(reply, streams);
      stream.onEnd(jobs.listen(own => stream.send('job', jobView(own))));
    },
  );

  api.get(
    '/v1/jobs/:job/events',
    route('reader', 'Changes of a job until it is over, as server-sent events', { params }),
    async (request, reply) => {
      const { id } = await existing(request.params.job);
      const stream = openStream(reply, streams);
      const tell = (own: StoredJob) => {
        stream.send('job', jobView(own));
        if (own.ended !== undefined) stream.end();
      };
      stream.onEnd(jobs.listen(own => own.id === id && tell(own)));
      // Read anew: it may have ended before anybody listened.
      tell(await existing(id));
    },
  );

  api.post(
    '/v1/jobs/:job/stop',
    route('annotator', 'Stop a job', { params, response: { 200: job } }),
    async request => {
      const { id } = await existing(request.params.job);
      return jobView((await jobs.stop(id))!);
    },
  );
};

/** A job as callers see it. */
function jobView({ tries: _, ...own }: StoredJob): Job {
  return own as Job;
}
