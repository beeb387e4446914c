import { UnrecoverableError } from 'bullmq';
import { FORMATS, type Format } from '../output/shard.js';
import { enqueueOne } from './enqueue.js';
import { checkedJobData, isOnePage, type JobData, type JobSpec, jobId, jobOfPage } from './jobs.js';
import { isPoisonedWhole, mostDeaths, poisonedPages, withNewDeaths } from './poison.js';
import type { FleetQueue, JobResult } from './queue.js';
import { countJob } from './totals.js';
import { type FleetJob, type JobTools, writeShard } from './write-shard.js';

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
  // If another delivery finished first, it also queues its remaining addresses.
  if (isThere || !counts.repeated) await queueRest(job, data.spec, poisoned, later, tools.queue);
  if (job.stalledCounter > 0) await tools.output.tidy(key);
  const result: JobResult = { ...counts, ms: performance.now() - begun };
  void countJob(tools.queue, result).catch(() => {});
  return result;
}

/** One of 256 folders: some file systems are slow with many files in one. */
function shardKey(spec: JobSpec, format: Format): string {
  const id = jobId(spec);
  const digest = id.slice(id.indexOf('-') + 1);
  return `${digest.slice(0, 2)}/${id}.${FORMATS[format].ending}`;
}

/** The job's data, updated with the deaths since its last start. */
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
    throw new UnrecoverableError((error as Error).message); // no retry can succeed
  }
}

const killed = `killed its worker ${mostDeaths} times; put it back when the cause is mended`;

function refusePoisoned({ spec, deaths, condemned }: JobData, poisoned: readonly string[]): void {
  if (condemned !== undefined) throw new UnrecoverableError(condemned);
  if (isPoisonedWhole(deaths) || (poisoned.length > 0 && isOnePage(spec)))
    throw new UnrecoverableError(killed);
}

/** Queues what the shard lacks: poisoned pages as dead letters, and addresses that failed temporarily. */
async function queueRest(
  job: FleetJob,
  spec: JobSpec,
  poisoned: readonly string[],
  later: readonly string[],
  queue: FleetQueue,
): Promise<void> {
  const { priority, attempts, backoff } = job.opts;
  const delay = typeof backoff === 'object' ? backoff.delay : backoff;
  const tries = {
    ...(priority === undefined ? {} : { priority }),
    ...(attempts === undefined ? {} : { attempts }),
    ...(delay === undefined ? {} : { backoff: delay }),
  };
  for (const page of poisoned)
    await enqueueOne(queue, { spec: jobOfPage(spec, page), condemned: killed }, tries);
  if (later.length === 0) return;
  await enqueueOne(
    queue,
    { spec: { kind: 'urls', urls: later } },
    { ...tries, ...(delay === undefined ? {} : { delay }) },
  );
}
