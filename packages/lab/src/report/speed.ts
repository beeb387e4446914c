import * as Plot from '@observablehq/plot';
import { isTimed, type MethodSummary } from '../evaluation/summary.js';
import { familyColour } from './family.js';
import { drawPlot, FIGURE_WIDTH, figure, nameMargin } from './figure.js';
import type { Markup } from './markup.js';

/** Shorter times are clock noise, and a logarithmic axis has no zero. */
const SHORTEST_MS = 0.01;

const DECADES = [0.01, 0.1, 1, 10, 100, 1_000, 10_000, 100_000];

/** Milliseconds per page, fastest first: median, quartiles and range; undefined if no method was timed. */
export function speedFigure(methods: readonly MethodSummary[]): Markup | undefined {
  const times = methods
    .filter(({ name }) => isTimed(name))
    .flatMap(({ name, speed }) => (speed ? [{ name, ...speed }] : []))
    .map(time => ({
      ...time,
      minimum: Math.max(SHORTEST_MS, time.minimum),
      lowerQuartile: Math.max(SHORTEST_MS, time.lowerQuartile),
      median: Math.max(SHORTEST_MS, time.median),
      upperQuartile: Math.max(SHORTEST_MS, time.upperQuartile),
      maximum: Math.max(SHORTEST_MS, time.maximum),
      rate: `${time.pagesPerSecond.toFixed(time.pagesPerSecond < 10 ? 1 : 0)} pages/s`,
    }))
    .sort((a, b) => a.median - b.median);
  if (times.length === 0) return undefined;
  const names = times.map(({ name }) => name);
  const fastest = Math.min(...times.map(({ minimum }) => minimum));
  const slowest = Math.max(...times.map(({ maximum }) => maximum));
  const ticks = DECADES.filter(value => value >= fastest && value <= slowest);
  const colour = ({ name }: { readonly name: string }) => familyColour(name);
  const plot = drawPlot({
    width: FIGURE_WIDTH,
    height: 70 + 26 * times.length,
    marginBottom: 46,
    marginLeft: nameMargin(names),
    marginRight: 110,
    x: {
      type: 'log',
      label: 'milliseconds a page',
      labelAnchor: 'center',
      tickSize: 0,
      domain: [fastest, slowest],
      ticks,
      tickFormat: (value: number) => value.toLocaleString('en'),
    },
    y: { domain: names, label: null },
    marks: [
      Plot.gridX(ticks, { stroke: 'var(--grid)', strokeOpacity: 1 }),
      Plot.axisY({ tickSize: 0, fontSize: 13 }),
      Plot.ruleY(times, { y: 'name', x1: 'minimum', x2: 'maximum', stroke: colour, strokeOpacity: 0.4 }),
      Plot.ruleY(times, {
        y: 'name',
        x1: 'lowerQuartile',
        x2: 'upperQuartile',
        stroke: colour,
        strokeWidth: 6,
      }),
      Plot.dot(times, {
        x: 'median',
        y: 'name',
        r: 5,
        fill: 'var(--surface)',
        stroke: colour,
        strokeWidth: 2.5,
      }),
      Plot.text(times, { y: 'name', text: 'rate', frameAnchor: 'right', dx: 104, fill: 'var(--muted)' }),
    ],
  });
  const caption =
    'Extraction alone in one worker: the ring is the median, the bar the middle half of the pages, the line all of them. Pages a second are for one worker, from the mean.';
  return figure(plot, caption);
}
