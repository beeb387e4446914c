import { useState } from 'preact/hooks';
import { type Job, type Model, type Feedback as Report, server, type TrainResult } from '../../client/api.js';
import { useLoaded } from '../../client/load.js';
import { hrefTo } from '../../shell/route.js';
import { Button } from '../../ui/controls.js';
import { RemoveButton } from '../../ui/Dialog.js';
import { Table } from '../../ui/layout.js';
import { Loading, toast } from '../../ui/messages.js';
import { formatTime } from '../../ui/words.js';
import { Metrics, Skipped } from './figures.js';
import { isOver, JobCard } from './jobs.js';
import { UseModelButton } from './Models.js';
import { SiteMemories } from './SiteMemories.js';
import { SiteRules } from './SiteRules.js';

export function Feedback({ jobs, models }: { jobs: readonly Job[]; models: readonly Model[] }) {
  const reports = useLoaded(server.reports, []);
  const count = reports.data?.length ?? 0;
  return (
    <div class="stack feedback">
      <p class="soft">
        In the <a href="#/read">reader</a>, × removes a part and + adds one that was left out. Every
        correction is saved as a report with labels, from which Pith can learn.
      </p>
      <Retrain reports={count} job={jobs.find(isRetraining)} models={models} />
      <SiteRules reports={count} />
      <SiteMemories />
      <h2>Reports</h2>
      <Loading from={reports} label="Loading reports">
        {list => <Reports reports={list} onChanged={reports.reload} />}
      </Loading>
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
              thing="report"
              name={`on ${title ?? url ?? page}`}
              detail="Its labels are removed too, so that they are no longer used for training."
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

interface RetrainProps {
  readonly reports: number;
  readonly job: Job | undefined;
  readonly models: readonly Model[];
}

function Retrain({ reports, job, models }: RetrainProps) {
  const [isStarting, setIsStarting] = useState(false);
  const start = () => {
    setIsStarting(true);
    server
      .start({ kind: 'train', method: 'adapted', corpus: 'feedback' })
      .catch(toast)
      .finally(() => setIsStarting(false));
  };
  const result = job?.state === 'done' ? (job.result as TrainResult) : undefined;
  const model = models.find(({ id }) => id === result?.model);
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
          disabled={reports === 0 || isStarting || (job !== undefined && !isOver(job))}
          onClick={start}
        >
          Retrain with feedback
        </Button>
      </div>
      {job && !result && (
        <ul class="plain-list column jobs">
          <JobCard job={job} />
        </ul>
      )}
      {result && <Metrics metrics={result.metrics} />}
      {result && <Skipped skipped={result.skipped} />}
      {model && <UseTrained model={model} />}
    </section>
  );
}

function UseTrained({ model }: { model: Model }) {
  const settings = useLoaded(server.settings, [model.id]);
  const isDefault = settings.data?.model?.id === model.id;
  return (
    <div class="row">
      <UseModelButton model={model} isDefault={isDefault} onChanged={settings.reload} />
      {isDefault && <span class="state state-done">in use</span>}
    </div>
  );
}
