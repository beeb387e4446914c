import { useState } from 'preact/hooks';
import { useEvents } from '../../client/events.js';
import { type Loaded, useLoaded } from '../../client/load.js';
import { type Job, server } from './server.js';

/** Whether a job is over. */
export function isOver({ state }: Pick<Job, 'state'>): boolean {
  return state !== 'waiting' && state !== 'running';
}

/** All jobs, newest first, as they are now; `onOver` hears of each that ends. */
export function useJobs(onEnd: (job: Job) => void): Loaded<readonly Job[]> {
  const loaded = useLoaded(server.jobs, []);
  const [updates, setUpdates] = useState<ReadonlyMap<string, Job>>(new Map());
  useEvents<Job>('/v1/jobs/events', 'job', job => {
    setUpdates(before => new Map(before).set(job.id, job));
    if (isOver(job)) onEnd(job);
  });
  if (loaded.data === undefined) return loaded as Loaded<readonly Job[]>;
  const listed = new Map(loaded.data.map(job => [job.id, job]));
  for (const [id, job] of updates) listed.set(id, job);
  const data = [...listed.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
  return { ...loaded, data };
}
