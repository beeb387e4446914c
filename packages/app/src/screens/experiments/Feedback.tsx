import { type Job, type Feedback as Report, server } from '../../client/api.js';
import { useLoaded } from '../../client/load.js';
import { hrefTo } from '../../shell/route.js';
import { Button } from '../../ui/controls.js';
import { RemoveButton } from '../../ui/Dialog.js';
import { Table } from '../../ui/layout.js';
import { Loading, toast } from '../../ui/messages.js';
import { formatTime } from '../../ui/words.js';
import { SiteMemories } from './SiteMemories.js';
import { SiteRules } from './SiteRules.js';

export function Feedback({ onStarted }: { onStarted: (job: Job) => void }) {
  const reports = useLoaded(server.reports, []);
  const retrain = () =>
    server.start({ kind: 'train', method: 'adapted', corpus: 'feedback' }).then(onStarted, toast);
  const count = reports.data?.length ?? 0;
  return (
    <div class="stack feedback">
      <p class="soft">
        In the <a href="#/read">reader</a>, × removes a part and + adds one that was left out. Every
        correction is saved as a report with labels, from which Pith can learn.
      </p>
      <section class="sheet spread" aria-label="Retrain">
        <div>
          <h2>Retrain with feedback</h2>
          <p class="hint">
            Trains a correction of the default on the reported pages. It mostly affects the sites of these
            pages. The model is listed under Train.
          </p>
        </div>
        <Button kind="primary" disabled={count === 0} onClick={retrain}>
          Retrain with feedback
        </Button>
      </section>
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
          cell: ({ page, title, url, note }) => (
            <span class="column">
              <a href={hrefTo('annotate', ['feedback', page])} class="clipped">
                {title ?? url ?? page}
              </a>
              {note && <span class="hint">{note}</span>}
            </span>
          ),
        },
        { title: 'Missing', numeric: true, cell: ({ missing }) => missing.length },
        { title: 'Too much', numeric: true, cell: ({ extra }) => extra.length },
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
