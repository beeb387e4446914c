import { defaultJobPages, type JobData, type JobSpec, jobId } from './jobs.js';
import type { FleetQueue } from './queue.js';

export interface EnqueueOptions {
  /** Lower goes first. Default: 10. */
  readonly priority?: number;
  /** Default: 3. */
  readonly attempts?: number;
  /** Milliseconds before the second attempt, doubled for each further one. Default: 5,000. */
  readonly backoff?: number;
  /** Stops between two batches. */
  readonly signal?: AbortSignal;
}

export interface Enqueued {
  readonly added: number;
  /** Jobs already in the queue. */
  readonly known: number;
}

const jobDefaults = { priority: 10, attempts: 3, backoff: 5000 } as const;

/** Finished jobs kept for inspection; bounded to save memory in Redis. */
const remembered = 1000;

const batchSize = 500;

/** Adds jobs to the queue; a job that is already there is not added again. */
export async function enqueue(
  queue: FleetQueue,
  specs: AsyncIterable<JobSpec> | Iterable<JobSpec>,
  options: EnqueueOptions = {},
): Promise<Enqueued> {
  let added = 0;
  let known = 0;
  for await (const batch of batches(specs, batchSize)) {
    options.signal?.throwIfAborted();
    const there = await queueHolds(queue, batch.map(jobId));
    await queue.jobs.addBulk(batch.map(spec => bulkJob({ spec }, options)));
    const old = there.filter(Boolean).length;
    known += old;
    added += batch.length - old;
  }
  return { added, known };
}

export async function enqueueOne(
  queue: FleetQueue,
  data: JobData,
  options: EnqueueOptions & { readonly delay?: number },
): Promise<void> {
  const { name, opts } = bulkJob(data, options);
  const delay = options.delay === undefined ? {} : { delay: options.delay };
  await queue.jobs.add(name, data, { ...opts, ...delay });
}

function bulkJob(data: JobData, options: EnqueueOptions) {
  const { priority, attempts, backoff } = { ...jobDefaults, ...options };
  return {
    name: data.spec.kind,
    data,
    opts: {
      jobId: jobId(data.spec),
      priority,
      attempts,
      // Jitter, so that jobs that failed together are not retried together.
      backoff: { type: 'exponential', delay: backoff, jitter: 0.3 },
      removeOnComplete: { count: remembered },
      keepLogs: 0,
      stackTraceLimit: 1,
    },
  };
}

async function queueHolds(queue: FleetQueue, ids: readonly string[]): Promise<boolean[]> {
  const pipeline = queue.redis.pipeline();
  for (const id of ids) pipeline.exists(queue.jobs.toKey(id));
  return ((await pipeline.exec()) ?? []).map(([, count]) => count === 1);
}

export async function* batches<T>(items: AsyncIterable<T> | Iterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Hosts whose addresses are collected at a time; beyond that, the longest list becomes a job. */
const mostHosts = 10_000;

/** Groups addresses into jobs of one host each, so that waiting for a host delays no other. */
export async function* jobsFromUrls(
  urls: AsyncIterable<string> | Iterable<string>,
  perJob: number = defaultJobPages,
): AsyncGenerator<JobSpec> {
  const byHost = new Map<string, string[]>();
  for await (const url of urls) {
    const host = hostOf(url);
    const list = byHost.get(host) ?? [];
    byHost.set(host, list);
    list.push(url);
    const isTooMany = byHost.size > mostHosts;
    if (list.length < perJob && !isTooMany) continue;
    const [sent, addresses] = isTooMany ? fullest(byHost) : [host, list];
    byHost.delete(sent);
    yield { kind: 'urls', urls: addresses };
  }
  for (const addresses of byHost.values()) yield { kind: 'urls', urls: addresses };
}

function fullest(byHost: ReadonlyMap<string, string[]>): [string, string[]] {
  let best: [string, string[]] = ['', []];
  for (const entry of byHost) if (entry[1].length > best[1].length) best = entry;
  return best;
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
