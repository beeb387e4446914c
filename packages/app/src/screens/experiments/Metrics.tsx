import { Notice } from '../../ui/Notice.js';
import { Table } from '../../ui/Table.js';
import { BeforeAfterLine, formatScore, formatSigned } from './figures.js';
import type { TrainingMetrics, TrainResult } from './server.js';

/** Pages that a training passed over, each with the reason. */
export function Skipped({ skipped = [] }: Pick<TrainResult, 'skipped'>) {
  if (skipped.length === 0) return null;
  return (
    <Notice
      kind="warning"
      title={`${skipped.length} ${skipped.length === 1 ? 'page was' : 'pages were'} passed over.`}
    >
      <ul>
        {skipped.slice(0, 10).map(({ page, title, url, reason }) => (
          <li key={page}>
            {title ?? url ?? page}: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** What a training came to: on its own pages, on pages left out, on the gate. */
export function Metrics({ metrics }: { metrics: TrainingMetrics }) {
  const { own, heldOut, gate = [], each = [] } = metrics;
  return (
    <div class="stack">
      {own && (
        <BeforeAfterLine
          title="On the labelled pages"
          hint="F1 of the default before, of the model after."
          figures={own}
        />
      )}
      {heldOut && (
        <BeforeAfterLine
          title="On pages left out"
          hint="Each page by a model that learned from the others: what to expect elsewhere."
          figures={heldOut}
        />
      )}
      {gate.map(({ corpus, holds, ...figures }) => (
        <BeforeAfterLine
          key={corpus}
          title={`Gate: ${corpus} ${holds ? 'holds' : 'is undercut'}`}
          hint="F1 on a sample of the corpus."
          figures={figures}
        />
      ))}
      {each.length > 0 && (
        <details>
          <summary>Page by page</summary>
          <Table
            caption="F1 before and after, page by page"
            rows={each}
            rowKey={({ page }) => page}
            columns={[
              {
                title: 'Page',
                cell: ({ title, url, page }) => <span class="clipped">{title ?? url ?? page}</span>,
              },
              { title: 'Before', numeric: true, cell: ({ before }) => formatScore(before) },
              { title: 'After', numeric: true, cell: ({ after }) => formatScore(after) },
              { title: 'Change', numeric: true, cell: ({ before, after }) => formatSigned(after - before) },
            ]}
          />
        </details>
      )}
    </div>
  );
}
