import { useState } from 'preact/hooks';
import { useEvents } from '../../client/events.js';
import { useLoaded } from '../../client/load.js';
import { readSettings, setDefaultModel } from '../../client/settings.js';
import { clearExtractCache } from '../../page/held-view.js';
import { Button } from '../../ui/Button.js';
import { ProblemNotice } from '../../ui/Notice.js';
import { toast } from '../../ui/toast.js';
import { JobCard } from '../experiments/JobCard.js';
import { Metrics, Skipped } from '../experiments/Metrics.js';
import { server as experiments } from '../experiments/server.js';
import { isOver } from '../experiments/use-jobs.js';
import { type Job, server, type TrainResult } from './server.js';

const isRetraining = ({ kind, options }: Job) => kind === 'train' && options.corpus === 'feedback';

/** Trains the correction anew with all that was reported, and shows before and after. */
export function Retrain({ reports }: { reports: number }) {
  const jobs = useLoaded(server.jobs, []);
  const [started, setStarted] = useState<Job>();
  useEvents<Job>('/v1/jobs/events', 'job', job => isRetraining(job) && setStarted(job));
  const job = started ?? jobs.data?.find(isRetraining);
  const start = () => server.retrain().then(setStarted, toast);
  const result = job?.state === 'done' ? (job.result as TrainResult) : undefined;
  return (
    <section class="sheet stack" aria-label="Retrain">
      <div class="spread">
        <div>
          <h2>Retrain with feedback</h2>
          <p class="hint">
            Learns a correction of the default from the reported pages. It is strong on their sites, faint
            elsewhere.
          </p>
        </div>
        <Button
          kind="primary"
          disabled={reports === 0 || (job !== undefined && !isOver(job))}
          onClick={start}
        >
          Retrain with feedback
        </Button>
      </div>
      {jobs.problem && <ProblemNotice error={jobs.problem} />}
      {job && !result && (
        <ul class="plain-list column jobs">
          <JobCard job={job} />
        </ul>
      )}
      {result && <TrainingOutcome result={result} />}
    </section>
  );
}

function TrainingOutcome({ result }: { result: TrainResult }) {
  const models = useLoaded(experiments.models, [result.model]);
  const model = models.data?.find(({ id }) => id === result.model);
  const settings = useLoaded(readSettings, [result.model]);
  const isAnswering = settings.data?.model?.id === result.model;
  const use = () =>
    setDefaultModel(isAnswering ? null : result.model).then(() => {
      clearExtractCache();
      toast(
        isAnswering
          ? 'The default answers again.'
          : 'Your model answers from now on, in the reader and over HTTP.',
      );
      settings.reload();
    }, toast);
  return (
    <div class="stack">
      <Metrics metrics={result.metrics} />
      <Skipped skipped={result.skipped} />
      {model && (
        <div class="row">
          <Button kind={isAnswering ? 'plain' : 'primary'} onClick={use}>
            {isAnswering ? 'Use the default again' : 'Use my model from now on'}
          </Button>
          {isAnswering && <span class="state state-done">answers everywhere</span>}
          <a href="#/experiments">See it under Experiments</a>
        </div>
      )}
    </div>
  );
}
