import type { Job } from 'bullmq';
import { describeJob, type JobData, type JobSpec } from './jobs.js';
import type { FleetQueue, JobResult } from './queue.js';

/** A job that was given up. */
export interface DeadLetter {
  readonly id: string;
  readonly spec: JobSpec | undefined;
  /** What it is about, on one line. */
  readonly about: string;
  readonly reason: string;
  /** How often it was begun. */
  readonly tries: number;
  /** When it was given up, as an ISO date. */
  readonly at: string;
}

type FleetJob = Job<JobData, JobResult, string>;

/** The jobs that were given up, the latest first. */
export async function deadLetters(queue: FleetQueue, limit = 100): Promise<DeadLetter[]> {
  const jobs = await queue.jobs.getFailed(0, limit - 1);
  return jobs.filter(job => job !== undefined).map(letterOf);
}

function letterOf(job: FleetJob): DeadLetter {
  const spec = (job.data as Partial<JobData> | undefined)?.spec;
  return {
    id: job.id ?? '',
    spec,
    about: spec === undefined ? 'a job that is none of ours' : describeJob(spec),
    reason: job.failedReason ?? 'unknown',
    tries: job.attemptsStarted,
    at: new Date(job.finishedOn ?? 0).toISOString(),
  };
}

/** Puts given-up jobs back into the queue with all their tries; gives the names of those that were. */
export async function putBack(queue: FleetQueue, ids: readonly string[]): Promise<string[]> {
  const done: string[] = [];
  for (const id of ids) {
    const job = await queue.jobs.getJob(id);
    if (job === undefined || !(await job.isFailed())) continue;
    await putJobBack(queue, job);
    done.push(id);
  }
  return done;
}

/** Puts all given-up jobs back. */
export async function putAllBack(queue: FleetQueue): Promise<string[]> {
  const done: string[] = [];
  for (;;) {
    const jobs = (await queue.jobs.getFailed(0, 99)).filter(job => job !== undefined);
    const ids = await putBack(
      queue,
      jobs.map(job => job.id ?? ''),
    );
    if (ids.length === 0) return done;
    done.push(...ids);
  }
}

/** Each step may be done twice, and only the last puts the job back: a crash between two loses nothing. */
async function putJobBack(queue: FleetQueue, job: FleetJob): Promise<void> {
  const { spec } = job.data;
  await job.updateData({ spec });
  await queue.redis.hdel(queue.jobs.toKey(job.id ?? ''), 'stc', 'progress');
  await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
}
