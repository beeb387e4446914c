import { useState } from 'preact/hooks';
import { readSettings, setDefaultModel } from '../../client/api.js';
import { useEvents } from '../../client/connection.js';
import { useLoaded } from '../../client/load.js';
import { clearExtractCache } from '../../page/views.js';
import { hrefTo } from '../../shell/route.js';
import { Button } from '../../ui/controls.js';
import { confirmed } from '../../ui/Dialog.js';
import { Table } from '../../ui/layout.js';
import { ProblemNotice, toast, Waiting } from '../../ui/messages.js';
import { formatTime, Metrics, Skipped } from '../experiments/figures.js';
import { isOver, JobCard } from '../experiments/jobs.js';
import { server as experiments } from '../experiments/server.js';
import { SiteRules } from './SiteRules.js';
import { type Job, type Feedback as Report, server, type TrainResult } from './server.js';
import '../experiments/experiments.css';
import './feedback.css';

export default function Feedback() {
  const reports = useLoaded(server.reports, []);
  const count = reports.data?.length ?? 0;
  const remove = async (id: string) => {
    const isSure = await confirmed(
      'Remove this report?',
      'Its labels are removed too, so that they are no longer used for training.',
      'Remove report',
    );
    if (isSure) server.removeReport(id).then(reports.reload, toast);
  };
  return (
    <div class="page stack feedback">
      <h1>Feedback</h1>
      <p class="soft">
        In the <a href="#/read">reader</a>, × removes a part and + adds one that was left out. Every
        correction is saved as a report with labels. Use the reports here to improve the results.
      </p>
      <Retrain reports={count} />
      <SiteRules reports={count} />
      <div class="stack">
        <h2>Reports</h2>
        {reports.problem && <ProblemNotice error={reports.problem} />}
        {!reports.data && reports.loading && <Waiting label="Loading reports" />}
        {reports.data && <Reports reports={reports.data} onRemove={remove} />}
      </div>
    </div>
  );
}

function Reports({ reports, onRemove }: { reports: readonly Report[]; onRemove: (id: string) => void }) {
  return (
    <Table
      caption="Reports"
      rows={reports}
      rowKey={({ id }) => id}
      empty="There are no reports yet."
      columns={[
        {
          title: 'Page',
          cell: ({ page, title, url }) => (
            <a href={hrefTo('annotate', ['feedback', page])} class="clipped">
              {title ?? url ?? page}
            </a>
          ),
        },
        { title: 'Missing', numeric: true, cell: ({ missing }) => missing.length },
        { title: 'Too much', numeric: true, cell: ({ extra }) => extra.length },
        { title: 'Note', cell: ({ note }) => <span class="clipped">{note ?? ''}</span> },
        { title: 'By', cell: ({ createdBy }) => createdBy },
        { title: 'When', cell: ({ created }) => <span class="nowrap">{formatTime(created)}</span> },
        {
          title: 'Actions',
          cell: ({ id, title, url, page }) => (
            <Button
              kind="danger"
              aria-label={`Remove the report on ${title ?? url ?? page}`}
              onClick={() => onRemove(id)}
            >
              Remove
            </Button>
          ),
        },
      ]}
    />
  );
}

const isRetraining = ({ kind, options }: Job) => kind === 'train' && options.corpus === 'feedback';

/** Trains the correction model with all reports and compares before and after. */
function Retrain({ reports }: { reports: number }) {
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
            Trains a correction of the default on the reported pages. It mostly affects the sites of these
            pages.
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
      toast(isAnswering ? 'The default is used again.' : 'Your model is now used for all pages.');
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
          {isAnswering && <span class="state state-done">used for all pages</span>}
          <a href="#/experiments">Show it under Experiments</a>
        </div>
      )}
    </div>
  );
}
