import { useServerUnreachable } from '../../client/connection.js';
import { Button } from '../../ui/Button.js';
import { Progress } from '../../ui/Progress.js';
import { toast } from '../../ui/toast.js';
import { formatTime } from './figures.js';
import { Skipped } from './Metrics.js';
import { type Job, server, type TrainResult } from './server.js';
import { isOver } from './use-jobs.js';

const TITLES: Readonly<Record<Job['kind'], (options: Readonly<Record<string, unknown>>) => string>> = {
  train: ({ method, corpus }) => `Train ${method} on ${corpus}`,
  evaluate: ({ corpus, methods = [], models = [] }) => {
    const count = (methods as unknown[]).length + (models as unknown[]).length;
    return `Evaluate ${count} ${count === 1 ? 'method' : 'methods'} on ${corpus}`;
  },
  import: ({ corpus, name }) => `Import ${name ?? 'pages'} into ${corpus}`,
  render: ({ corpus }) => `Render ${corpus}`,
};

const STATES: Readonly<Record<Job['state'], string>> = {
  waiting: 'waits for its turn',
  running: 'runs',
  done: 'done',
  failed: 'failed',
  stopped: 'stopped',
};

/** What a job does, in words. */
export function jobTitle({ kind, options }: Pick<Job, 'kind' | 'options'>): string {
  return TITLES[kind](options);
}

/** A job: what it does, how far it is, and how to stop it. */
export function JobCard({ job }: { job: Job }) {
  const title = jobTitle(job);
  const isUnreachable = useServerUnreachable();
  return (
    <li class={`job job-${job.state}`}>
      <div class="spread">
        <strong>{title}</strong>
        <span class="row">
          <span class={`state state-${job.state}`}>
            {isUnreachable && !isOver(job) ? 'unknown' : STATES[job.state]}
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
          No news: the server cannot be reached. It was at {Math.round(job.share * 100)} %, and begins again
          when the server is back.
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
