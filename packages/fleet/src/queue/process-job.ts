import type { PageRecord } from '@webpith/sources';
import { type Job, UnrecoverableError } from 'bullmq';
import { FORMATS, type Format } from '../output/shard.js';
import { untilStopped } from '../stop.js';
import { rowsInOrder } from '../workers/in-order.js';
import type { ExtractionPool, Rows } from '../workers/pool.js';
import { enqueueOne } from './enqueue.js';
import {
  checkedJobData,
  isOnePage,
  isPoisonedWhole,
  type JobData,
  type JobSpec,
  jobId,
  jobOfPage,
  mostDeaths,
  poisonedPages,
  withNewDeaths,
} from './jobs.js';
import type { ObjectStore } from './object-store.js';
import { type JobPage, type PageSources, pagesFromJob } from './pages-from-job.js';
import type { FleetQueue, JobResult } from './queue.js';
import { countJob } from './status.js';

/**
 * Writes the pages of a job to one shard named after the job. A job delivered twice has one output, since an existing
 * shard is kept. Every step can be interrupted and repeated.
 */
export async function processJob(job: FleetJob, tools: JobTools): Promise<JobResult> {
  const begun = performance.now();
  const data = await dataOf(job);
  const poisoned = poisonedPages(data.deaths);
  const key = shardKey(data.spec, tools.format);
  const isThere = await tools.output.has(key);
  if (!isThere) refusePoisoned(data, poisoned);
  const written = isThere ? undefined : await writeShard(job, data, poisoned, key, tools);
  const { later = data.later ?? [], ...counts } = written ?? { rows: 0, errors: 0, bytes: 0, repeated: true };
  // If another delivery wrote the shard meanwhile, it also queues the remaining addresses.
  if (isThere || !counts.repeated) await queueRest(job, data.spec, poisoned, later, tools.queue);
  if (job.stalledCounter > 0) await tools.output.tidy(key);
  const result: JobResult = { ...counts, ms: performance.now() - begun };
  void countJob(tools.queue, result).catch(() => {});
  return result;
}

/** Distributes shards over 256 folders: some file systems are slow with many files in one. */
function shardKey(spec: JobSpec, format: Format): string {
  const id = jobId(spec);
  const digest = id.slice(id.indexOf('-') + 1);
  return `${digest.slice(0, 2)}/${id}.${FORMATS[format].ending}`;
}

async function dataOf(job: FleetJob): Promise<JobData> {
  const data = checked(job.data);
  const inHand = (job.progress as { inHand?: unknown } | undefined)?.inHand;
  const deaths = withNewDeaths(
    data.deaths,
    job.stalledCounter,
    typeof inHand === 'string' ? inHand : undefined,
  );
  if (deaths === data.deaths || deaths.seen === 0) return data;
  const known = { ...data, deaths };
  await job.updateData(known);
  return known;
}

function checked(data: unknown): JobData {
  try {
    return checkedJobData(data);
  } catch (error) {
    throw new UnrecoverableError((error as Error).message);
  }
}

const killed = `killed its worker ${mostDeaths} times; put it back when the cause is fixed`;

function refusePoisoned({ spec, deaths, condemned }: JobData, poisoned: readonly string[]): void {
  if (condemned !== undefined) throw new UnrecoverableError(condemned);
  if (isPoisonedWhole(deaths) || (poisoned.length > 0 && isOnePage(spec)))
    throw new UnrecoverableError(killed);
}

async function queueRest(
  job: FleetJob,
  spec: JobSpec,
  poisoned: readonly string[],
  later: readonly string[],
  queue: FleetQueue,
): Promise<void> {
  const { priority, attempts, backoff } = job.opts;
  const delay = typeof backoff === 'object' ? backoff.delay : backoff;
  const tries = { priority, attempts, backoff: delay };
  for (const page of poisoned)
    await enqueueOne(queue, { spec: jobOfPage(spec, page), condemned: killed }, tries);
  if (later.length > 0) await enqueueOne(queue, { spec: { kind: 'urls', urls: later } }, { ...tries, delay });
}

export type FleetJob = Job<JobData, JobResult, string>;

export interface JobTools {
  readonly queue: FleetQueue;
  readonly pool: ExtractionPool;
  readonly output: ObjectStore;
  readonly format: Format;
  readonly sources: Omit<PageSources, 'onTrouble'>;
}

/** The job was stopped before its end; nothing was written. */
export class JobStopped extends Error {
  override readonly name = 'JobStopped';
}

interface Written extends Omit<JobResult, 'ms'> {
  readonly later: readonly string[];
}

async function writeShard(
  job: FleetJob,
  data: JobData,
  poisoned: readonly string[],
  key: string,
  tools: JobTools,
): Promise<Written> {
  const counts = { rows: 0, errors: 0, bytes: 0 };
  const troubles = new Map<string, Error>();
  const sources: PageSources = { ...tools.sources, onTrouble: (url, error) => troubles.set(url, error) };
  const pages = without(pagesFromJob(data.spec, sources), new Set([...poisoned, ...(data.later ?? [])]));
  const isCareful = data.deaths !== undefined;
  const rows = isCareful ? rowsOneByOne(pages, job, tools.pool) : rowsInOrder(recordsOf(pages), tools.pool);
  const later = () => [...(data.later ?? []), ...troubles.keys()];

  async function* shard(): AsyncGenerator<Uint8Array> {
    for await (const chunk of fileOf(untilStopped<Rows>(rows, sources.signal), tools, counts)) {
      counts.bytes += chunk.length;
      yield chunk;
    }
    if (sources.signal.aborted) throw new JobStopped('stopped before the end of the job');
    const [trouble] = troubles.values();
    if (trouble !== undefined && counts.rows === 0) throw trouble; // no rows: the job itself is retried
    // Save before the shard gets its name: after a crash in between, the next attempt skips the same addresses.
    if (troubles.size > 0) await job.updateData({ ...data, later: later() });
  }

  const isFirst = await tools.output.put(key, shard());
  return { ...counts, repeated: !isFirst, later: later() };
}

async function* fileOf(
  rows: AsyncIterable<Rows>,
  { format, pool }: JobTools,
  counts: { rows: number; errors: number },
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const sink = await FORMATS[format].sink(async chunk => {
    ready.push(chunk);
  }, pool.columns);
  for await (const batch of rows) {
    counts.rows += batch.rows;
    counts.errors += batch.errors;
    await sink.write(batch);
    yield* ready.splice(0);
  }
  await sink.finish();
  yield* ready.splice(0);
}

async function* without(
  pages: AsyncIterable<JobPage>,
  skipped: ReadonlySet<string>,
): AsyncGenerator<JobPage> {
  for await (const page of pages) if (!skipped.has(page.name)) yield page;
}

async function* recordsOf(pages: AsyncIterable<JobPage>): AsyncGenerator<PageRecord> {
  for await (const { record } of pages) yield record;
}

async function* rowsOneByOne(
  pages: AsyncIterable<JobPage>,
  job: FleetJob,
  pool: ExtractionPool,
): AsyncGenerator<Rows> {
  await job.updateProgress({});
  for await (const { name, record } of pages) {
    await job.updateProgress({ inHand: name });
    const rows = await pool.extractAll([record]);
    await job.updateProgress({});
    yield rows;
  }
}
