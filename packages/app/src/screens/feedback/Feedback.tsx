import { useState } from 'preact/hooks';
import { readSettings } from '../../client/api.js';
import { useEvents } from '../../client/connection.js';
import { useLoaded } from '../../client/load.js';
import { hrefTo } from '../../shell/route.js';
import { Button } from '../../ui/controls.js';
import { Table } from '../../ui/layout.js';
import { Loading, ProblemNotice, toast } from '../../ui/messages.js';
import { RemoveButton } from '../../ui/RemoveButton.js';
import { formatTime, Metrics, Skipped } from '../experiments/figures.js';
import { isOver, JobCard } from '../experiments/jobs.js';
import { UseModelButton } from '../experiments/Models.js';
import { server as experiments } from '../experiments/server.js';
import { SiteRules } from './SiteRules.js';
import { type Job, type Feedback as Report, server, type TrainResult } from './server.js';
import '../experiments/experiments.css';
import './feedback.css';

export default function Feedback() {
  const reports = useLoaded(server.reports, []);
  const count = reports.data?.length ?? 0;
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
        <Loading from={reports} label="Loading reports">
          {list => <Reports reports={list} onChanged={reports.reload} />}
        </Loading>
      </div>
    </div>
  );
}

function Reports({ reports, onChanged }: { reports: readonly Report[]; onChanged: () => void }) {
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
            <RemoveButton
              label={`Remove the report on ${title ?? url ?? page}`}
              question="Remove this report?"
              detail="Its labels are removed too, so that they are no longer used for training."
              action="Remove report"
              remove={() => server.removeReport(id)}
              onRemoved={onChanged}
            />
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
  const isDefault = settings.data?.model?.id === result.model;
  return (
    <div class="stack">
      <Metrics metrics={result.metrics} />
      <Skipped skipped={result.skipped} />
      {model && (
        <div class="row">
          <UseModelButton model={model} isDefault={isDefault} onChanged={settings.reload}>
            Use my model from now on
          </UseModelButton>
          {isDefault && <span class="state state-done">used for all pages</span>}
          <a href="#/experiments">Show it under Experiments</a>
        </div>
      )}
    </div>
  );
}
