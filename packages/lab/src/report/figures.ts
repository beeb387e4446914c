import * as Plot from '@observablehq/plot';
import { isTimed, type MethodSummary } from '../evaluation/summary.js';
import { type Balance, nameMarks, type Placed } from './label-placement.js';
import { html, type Markup } from './markup.js';
import { originColour } from './origin.js';
import { drawPlot, FIGURE_WIDTH, figure, nameMargin } from './plot.js';

const FRAME = { width: 1000, height: 600, marginLeft: 64, marginRight: 60, marginTop: 20, marginBottom: 48 };

const HALO = { stroke: 'var(--surface)', strokeWidth: 4 };

const LEVELS = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];

/** Mean precision against mean recall, one dot per method, with contours of F1. */
export function scatterFigure(methods: readonly MethodSummary[]): Markup {
  const points = methods.flatMap(({ name, overall }) =>
    overall ? [{ name, precision: overall.precision.mean, recall: overall.recall.mean }] : [],
  );
  const from = {
    precision: axisStart(points.map(point => point.precision)),
    recall: axisStart(points.map(point => point.recall)),
  };
  const plot = drawPlot({
    ...FRAME,
    x: { domain: [from.recall, 1], label: 'mean recall', labelAnchor: 'center', tickSize: 0, ticks: 6 },
    y: { domain: [from.precision, 1], label: 'mean precision', labelAnchor: 'center', tickSize: 0, ticks: 6 },
    marks: [
      Plot.gridX({ stroke: 'var(--grid)', strokeOpacity: 1, ticks: 6 }),
      Plot.gridY({ stroke: 'var(--grid)', strokeOpacity: 1, ticks: 6 }),
      ...levelMarks(from),
      Plot.dot(points, {
        x: 'recall',
        y: 'precision',
        r: 5.5,
        fill: ({ name }: Placed) => originColour(name),
      }),
      ...nameMarks(points, FRAME, from, HALO),
    ],
  });
  return figure(plot, 'Up and to the right is better. Dashed lines connect points of equal F1.');
}

/** Rounded down to a tenth, so that the lowest dot is not on the axis. */
function axisStart(values: readonly number[]): number {
  const lowest = Math.min(0.9, ...values);
  return Math.max(0, Math.floor((lowest - 0.03) * 10) / 10);
}

/** p = F r / (2r − F): the points with 2pr / (p + r) = F. */
function levelMarks(from: Balance): Plot.Markish[] {
  const lines = LEVELS.map(level => levelLine(level, from)).filter(line => line.length > 1);
  return lines.flatMap(line => [
    Plot.line(line, {
      x: 'recall',
      y: 'precision',
      stroke: 'var(--muted)',
      strokeWidth: 1,
      strokeDasharray: '3 4',
    }),
    Plot.text(line.slice(-1), {
      x: 'recall',
      y: 'precision',
      text: 'name',
      textAnchor: 'start',
      dx: 5,
      fill: 'var(--muted)',
      fontSize: 11,
    }),
  ]);
}

function levelLine(level: number, from: Balance): Placed[] {
  const points: Placed[] = [];
  const start = Math.max(from.recall, level / (2 - level));
  for (let step = 0; step <= 60; step++) {
    const recall = start + ((1 - start) * step) / 60;
    const precision = (level * recall) / (2 * recall - level);
    if (precision <= 1 + 1e-9 && precision >= from.precision)
      points.push({ recall, precision, name: `F1 ${level}` });
  }
  return points;
}

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
  const colour = ({ name }: { readonly name: string }) => originColour(name);
  const plot = drawPlot({
    width: FIGURE_WIDTH,
    height: 70 + 26 * times.length,
    marginBottom: 46,
    marginLeft: nameMargin(names),
    marginRight: 110,
    x: {
      type: 'log',
      label: 'milliseconds per page',
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
    'Extraction time in one worker: the ring is the median, the bar spans the quartiles, the line the range. Pages per second are for one worker, from the mean.';
  return figure(plot, caption);
}

export function reliabilityFigure(methods: readonly MethodSummary[]): Markup | undefined {
  const curves = methods.flatMap(({ name, confidence }) => (confidence ? [{ name, confidence }] : []));
  if (curves.length === 0) return undefined;
  const marks = curves.flatMap(({ name, confidence }) => {
    const bins = confidence.bins.filter(bin => bin.pages > 0);
    const stroke = originColour(name);
    return [
      Plot.line(bins, { x: 'confidence', y: 'accuracy', stroke, strokeWidth: 2 }),
      Plot.dot(bins, { x: 'confidence', y: 'accuracy', r: 'pages', fill: stroke, fillOpacity: 0.35, stroke }),
    ];
  });
  const plot = drawPlot({
    width: 480,
    height: 440,
    marginLeft: 60,
    marginBottom: 44,
    r: { range: [0, 14] },
    x: { domain: [0, 1], label: 'stated confidence', labelAnchor: 'center', tickSize: 0, ticks: 5 },
    y: { domain: [0, 1], label: 'share well extracted', labelAnchor: 'center', tickSize: 0, ticks: 5 },
    marks: [
      Plot.gridX({ stroke: 'var(--grid)', strokeOpacity: 1 }),
      Plot.gridY({ stroke: 'var(--grid)', strokeOpacity: 1 }),
      Plot.line([0, 1], {
        x: (value: number) => value,
        y: (value: number) => value,
        stroke: 'var(--muted)',
        strokeDasharray: '3 4',
      }),
      ...marks,
    ],
  });
  const errors = curves.map(
    ({ name, confidence }) => `${name}: expected calibration error ${confidence.ece.toFixed(3)}`,
  );
  const bound = curves[0]!.confidence.wellExtracted;
  return figure(
    plot,
    html`On the dashed line, confidence equals accuracy. Well extracted: F1 of ${bound} or more. ${errors.join('; ')}.`,
  );
}
