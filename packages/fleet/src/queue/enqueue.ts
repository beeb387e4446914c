import { defaultJobPages, type JobData, type JobSpec, jobId } from './jobs.js';
import type { FleetQueue } from './queue.js';

/** How jobs are tried; what is left out takes the default. */
export interface EnqueueOptions {
  /** Lower goes first. Default: 10. */
  readonly priority?: number;
  /** How often a job that fails is tried. Default: 3. */
  readonly attempts?: number;
  /** Milliseconds before the second try; doubled before each further one. Default: 5,000. */
  readonly backoff?: number;
  /** Stops between two batches. */
  readonly signal?: AbortSignal;
}

/** What became of the jobs that were given. */
export interface Enqueued {
  /** Jobs that are new to the queue. */
  readonly added: number;
  /** Jobs that the queue holds already. */
  readonly known: number;
}

/** How jobs are tried when nothing else is said. */
const jobDefaults = { priority: 10, attempts: 3, backoff: 5000 } as const;

/** Finished jobs that the queue remembers: enough to look at, and not so many that Redis fills up. */
const remembered = 1000;

const batchSize = 500;

/** Puts jobs into the queue. Asked twice for the same job, it is there once. */
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

/** Adds one job, after a wait if there is one. */
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
      // A little chance, so that jobs that failed together do not come back together.
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

/** Lists cut from a stream. */
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

/** Most hosts whose addresses are gathered at a time; the fullest is sent off when there are more. */
const mostHosts = 10_000;

/** Jobs from addresses: each holds addresses of one host only, so that politeness holds up nobody else. */
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

/** Whom an address asks; one that is no address asks nobody, and its job says so. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
