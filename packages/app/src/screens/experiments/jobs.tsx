import { useState } from 'preact/hooks';
import { type Job, server, type TrainResult } from '../../client/api.js';
import { useEvents, useServerUnreachable } from '../../client/connection.js';
import { type Loaded, useLoaded } from '../../client/load.js';
import { Button } from '../../ui/controls.js';
import { Progress, toast } from '../../ui/messages.js';
import { counted, formatTime } from '../../ui/words.js';
import { Skipped } from './figures.js';

const TITLES: Readonly<Record<Job['kind'], (options: Readonly<Record<string, unknown>>) => string>> = {
  train: ({ method, corpus }) => `Train ${method} on ${corpus}`,
  evaluate: ({ corpus, methods = [], models = [] }) => {
    const count = (methods as unknown[]).length + (models as unknown[]).length;
    return `Evaluate ${counted(count, 'method')} on ${corpus}`;
  },
  import: ({ corpus, name }) => `Import ${name ?? 'pages'} into ${corpus}`,
  render: ({ corpus }) => `Render ${corpus}`,
};

export function jobTitle({ kind, options }: Pick<Job, 'kind' | 'options'>): string {
  return TITLES[kind](options);
}

export function JobCard({ job }: { job: Job }) {
  const title = jobTitle(job);
  const isUnreachable = useServerUnreachable();
  return (
    <li class={`job job-${job.state}`}>
      <div class="spread">
        <strong>{title}</strong>
        <span class="row">
          <span class={`state state-${job.state}`}>
            {isUnreachable && !isOver(job) ? 'unknown' : job.state === 'waiting' ? 'queued' : job.state}
          </span>
          {!isOver(job) && (
            <Button
              kind="danger"
              aria-label={`Stop: ${title}`}
              onClick={() => server.stop(job.id).catch(toast)}
            >
              Stop
            </Button>
          )}
        </span>
      </div>
      {job.state === 'running' && !isUnreachable && (
        <Progress label={job.step ?? 'running'} share={job.share} />
      )}
      {job.state === 'running' && isUnreachable && (
        <p class="job-error">
          The server cannot be reached. The job was at {Math.round(job.share * 100)} % and restarts when the
          server is back.
        </p>
      )}
      {job.error !== undefined && <p class="job-error">{job.error}</p>}
      {job.kind === 'train' && job.state === 'done' && (
        <Skipped skipped={(job.result as TrainResult).skipped} />
      )}
      <p class="hint">
        {formatTime(job.created)}, by {job.createdBy}
      </p>
    </li>
  );
}

export function isOver({ state }: Pick<Job, 'state'>): boolean {
  return state !== 'waiting' && state !== 'running';
}

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
