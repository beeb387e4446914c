import type { DrawnPlot } from '@webpith/server/api';
import type { BeforeAfter, TrainingMetrics, TrainResult } from '../../client/api.js';
import { Table } from '../../ui/layout.js';
import { Notice } from '../../ui/messages.js';
import { counted, signed } from '../../ui/words.js';

export function formatScore(value: number): string {
  return value.toFixed(3);
}

/** Plots as images, so that their SVG cannot run scripts or load resources. */
export function Plots({ plots }: { plots: readonly DrawnPlot[] }) {
  return (
    <div class="plots">
      {plots.map(({ title, svg }) => (
        <figure key={title} class="box plot-figure">
          <figcaption>{title}</figcaption>
          <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={title} />
        </figure>
      ))}
    </div>
  );
}

export function ScoreBar({ value, low, high }: { value: number; low?: number; high?: number }) {
  const [width, height, middle] = [120, 12, 6];
  return (
    <svg
      class="score-bar"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      <rect class="score-bar-back" width={width} height={height} rx="2" />
      <rect class="score-bar-value" width={width * value} height={height} rx="2" />
      {low !== undefined && high !== undefined && (
        <path
          class="score-bar-range"
          d={`M${width * low} 2V10M${width * high} 2V10M${width * low} ${middle}H${width * high}`}
        />
      )}
    </svg>
  );
}

export function Change({ value }: { value: number }) {
  const kind = value > 0.0005 ? 'better' : value < -0.0005 ? 'worse' : 'same';
  return <span class={`change ${kind}`}>{signed(value, 3)}</span>;
}

/** `−0.012 to +0.034 on 3 pages`: the 95 % interval of a change. */
export function describeInterval({ low, high, pages }: BeforeAfter): string {
  const on = `on ${counted(pages, 'page')}`;
  return low === undefined || high === undefined ? on : `${signed(low, 3)} to ${signed(high, 3)} ${on}`;
}

interface BeforeAfterProps {
  readonly title: string;
  readonly hint: string;
  readonly figures: BeforeAfter;
}

export function BeforeAfterLine({ title, hint, figures }: BeforeAfterProps) {
  const { before, after } = figures;
  return (
    <div class="before-after">
      <div>
        <strong>{title}</strong>
        <p class="hint">
          {hint} {figures.low === undefined ? 'Measured' : 'Change with 95 % interval:'}{' '}
          {describeInterval(figures)}.
        </p>
      </div>
      <dl>
        <dt>before</dt>
        <dd>
          <ScoreBar value={before} /> {formatScore(before)}
        </dd>
        <dt>after</dt>
        <dd>
          <ScoreBar value={after} /> {formatScore(after)}
        </dd>
      </dl>
      <Change value={after - before} />
    </div>
  );
}

export function Skipped({ skipped = [] }: Pick<TrainResult, 'skipped'>) {
  if (skipped.length === 0) return null;
  return (
    <Notice kind="warning" title={`${counted(skipped.length, 'page was', 'pages were')} skipped.`}>
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

export function Metrics({ metrics }: { metrics: TrainingMetrics }) {
  const { own, heldOut, gate = [], each = [] } = metrics;
  return (
    <div class="stack">
      {heldOut && (
        <BeforeAfterLine
          title="On pages left out of training"
          hint="Each page is scored by a model trained on the other pages. This estimates the score on new pages."
          figures={heldOut}
        />
      )}
      {own && (
        <BeforeAfterLine
          title="On its training pages"
          hint="The model has seen these pages, so this does not estimate the score on other pages."
          figures={own}
        />
      )}
      {gate.map(({ corpus, holds, ...figures }) => (
        <BeforeAfterLine
          key={corpus}
          title={`Quality gate ${corpus}: ${holds ? 'passed' : 'failed'}`}
          hint="F1 score on a sample of the corpus."
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
              { title: 'Change', numeric: true, cell: ({ before, after }) => signed(after - before, 3) },
            ]}
          />
        </details>
      )}
    </div>
  );
}
