import { useLoaded } from '../../client/load.js';
import { hrefTo } from '../../shell/route.js';
import { Button } from '../../ui/Button.js';
import { confirmed } from '../../ui/confirm.js';
import { ProblemNotice } from '../../ui/Notice.js';
import { Waiting } from '../../ui/Progress.js';
import { Table } from '../../ui/Table.js';
import { toast } from '../../ui/toast.js';
import { formatTime } from '../experiments/figures.js';
import '../experiments/experiments.css';
import './feedback.css';
import { Retrain } from './Retrain.js';
import { SiteRules } from './SiteRules.js';
import { type Feedback as Report, server } from './server.js';

/** What readers reported, and what can be learned from it. */
export default function Feedback() {
  const reports = useLoaded(server.reports, []);
  const count = reports.data?.length ?? 0;
  const remove = async (id: string) => {
    const isSure = await confirmed({
      title: 'Remove this report?',
      detail: 'What it says goes out of the labels too, so that nothing is learned from it any more.',
      action: 'Remove report',
      isDangerous: true,
    });
    if (isSure) server.removeReport(id).then(reports.reload, toast);
  };
  return (
    <div class="page stack feedback">
      <h1>Feedback</h1>
      <p class="soft">
        In the <a href="#/read">reader</a>, × beside a part takes it out and + takes in what was left out.
        Every correction becomes a report and labels; here they are put to use.
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
      empty="Nobody has reported anything yet."
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
