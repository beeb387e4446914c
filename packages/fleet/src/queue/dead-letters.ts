import type { Job } from 'bullmq';
import { describeJob, type JobData, type JobSpec } from './jobs.js';
import type { FleetQueue, JobResult } from './queue.js';

export interface DeadLetter {
  readonly id: string;
  readonly spec: JobSpec | undefined;
  readonly about: string;
  readonly reason: string;
  readonly tries: number;
  readonly at: string;
}

type FleetJob = Job<JobData, JobResult, string>;

export async function deadLetters(queue: FleetQueue, limit = 100): Promise<DeadLetter[]> {
  const jobs = await queue.jobs.getFailed(0, limit - 1);
  return jobs.filter(job => job !== undefined).map(letterOf);
}

function letterOf(job: FleetJob): DeadLetter {
  const spec = (job.data as Partial<JobData> | undefined)?.spec;
  return {
    id: job.id ?? '',
    spec,
    about: spec === undefined ? 'an unknown job' : describeJob(spec),
    reason: job.failedReason ?? 'unknown',
    tries: job.attemptsStarted,
    at: new Date(job.finishedOn ?? 0).toISOString(),
  };
}

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

/** Every step can be repeated, and only the last one returns the job to the queue, so that a crash loses nothing. */
async function putJobBack(queue: FleetQueue, job: FleetJob): Promise<void> {
  const { spec } = job.data;
  await job.updateData({ spec });
  await queue.redis.hdel(queue.jobs.toKey(job.id ?? ''), 'stc', 'progress');
  await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
}
