import type { DrawnPlot } from '@webpith/server/api';
import type { BeforeAfter } from './server.js';

/** A score in three digits. */
export function formatScore(value: number): string {
  return value.toFixed(3);
}

/** A difference with its sign. */
export function formatSigned(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}

/** A moment as this reader writes dates. */
export function formatTime(iso: string): string {
  return new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** A drawn plot. As an image it can do nothing but be seen. */
export function PlotFigure({ plot }: { plot: DrawnPlot }) {
  return (
    <figure class="box plot-figure">
      <figcaption>{plot.title}</figcaption>
      <img src={`data:image/svg+xml,${encodeURIComponent(plot.svg)}`} alt={plot.title} />
    </figure>
  );
}

/** A score from 0 to 1 as a bar, with the interval in which it lies. */
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

/** What was before, what is after, and the difference between them. */
export function BeforeAfterLine({
  title,
  hint,
  figures,
}: {
  title: string;
  hint: string;
  figures: BeforeAfter;
}) {
  const { before, after, pages } = figures;
  const change = after - before;
  return (
    <div class="before-after">
      <div>
        <strong>{title}</strong>
        <p class="hint">
          {hint} {pages} {pages === 1 ? 'page' : 'pages'}.
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
      <span class={`change ${change > 0.0005 ? 'better' : change < -0.0005 ? 'worse' : 'same'}`}>
        {formatSigned(change)}
      </span>
    </div>
  );
}
