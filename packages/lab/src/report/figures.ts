import * as Plot from '@observablehq/plot';
import type { EvaluationRow } from '../evaluation/scoring.js';
import { isTimed, type MethodSummary, type PrimaryMetric, primaryScore } from '../evaluation/summary.js';
import { grouped, summarise } from '../statistics/summary.js';
import { html, type Markup } from './markup.js';
import { type Balance, drawPlot, FIGURE_WIDTH, figure, nameMargin, nameMarks, type Placed } from './plot.js';
import { originColour } from './style.js';

const FRAME = { width: 1000, height: 600, marginLeft: 64, marginRight: 60, marginTop: 20, marginBottom: 48 };

const HALO = { stroke: 'var(--surface)', strokeWidth: 4 };

const LEVELS = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];

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

/** Panels of paper 003, figures 6.9 to 6.20. */
const PANELS = [
  ['precision', 'Precision'],
  ['recall', 'Recall'],
  ['f1', 'F1'],
] as const;

const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** Quartiles, whiskers to the furthest value within 1.5 interquartile ranges (Tukey), outliers. */
export interface Box {
  readonly method: string;
  readonly panel: string;
  readonly low: number;
  readonly lowerQuartile: number;
  readonly median: number;
  readonly upperQuartile: number;
  readonly high: number;
  readonly mean: number;
  /** Distinct values rounded to hundredths, to limit the number of dots. */
  readonly outliers: readonly number[];
}

export function boxOf(values: readonly number[], method: string, panel: string): Box | undefined {
  const summary = summarise(values);
  if (!summary) return undefined;
  const { lowerQuartile, median, upperQuartile, mean } = summary;
  const reach = 1.5 * (upperQuartile - lowerQuartile);
  const within = values.filter(value => value >= lowerQuartile - reach && value <= upperQuartile + reach);
  // Quartiles are interpolated, so a whisker might end inside the box: end it at the box.
  const low = Math.min(lowerQuartile, ...minimum(within));
  const high = Math.max(upperQuartile, ...maximum(within));
  const beyond = values
    .filter(value => value < low || value > high)
    .map(value => Math.round(value * 100) / 100);
  return {
    method,
    panel,
    low,
    lowerQuartile,
    median,
    upperQuartile,
    high,
    mean,
    outliers: [...new Set(beyond)],
  };
}

// Spreading a large array into Math.min may overflow the stack.
const minimum = (values: readonly number[]) =>
  values.length === 0 ? [] : [values.reduce((a, b) => Math.min(a, b))];
const maximum = (values: readonly number[]) =>
  values.length === 0 ? [] : [values.reduce((a, b) => Math.max(a, b))];

export function boxFigure(
  rows: readonly EvaluationRow[],
  methods: readonly string[],
  primary: PrimaryMetric,
): Markup {
  const byMethod = grouped(rows, row => row.method);
  const boxes = methods.flatMap(method => {
    const scores = (byMethod.get(method) ?? [])
      .map(row => primaryScore(row, primary))
      .filter(score => score !== undefined);
    return PANELS.flatMap(
      ([key, panel]) =>
        boxOf(
          scores.map(score => score[key]),
          method,
          panel,
        ) ?? [],
    );
  });
  const plot = drawPlot({
    width: FIGURE_WIDTH,
    height: 76 + 30 * methods.length,
    marginLeft: nameMargin(methods),
    marginRight: 14,
    marginTop: 40,
    marginBottom: 36,
    x: {
      domain: [0, 1],
      ticks: TICKS,
      tickFormat: (value: number) => String(value),
      tickSize: 0,
      label: null,
    },
    y: { domain: [...methods], label: null, padding: 0.34 },
    fx: { domain: PANELS.map(([, panel]) => panel), label: null, padding: 0.09 },
    marks: [
      Plot.gridX(TICKS, { stroke: 'var(--grid)', strokeOpacity: 1 }),
      Plot.axisY({ tickSize: 0, fontSize: 13 }),
      Plot.axisFx({ fontSize: 14, fontWeight: 600, dy: -6 }),
      ...boxMarks(boxes),
    ],
  });
  const caption =
    'Boxes span the quartiles; the line is the median, the diamond the mean. Whiskers reach to the furthest page within 1.5 interquartile ranges, dots are outliers.';
  return figure(plot, caption);
}

function boxMarks(boxes: readonly Box[]): Plot.Markish[] {
  const place = { y: 'method', fx: 'panel' } as const;
  const colour = (box: { readonly method: string }) => originColour(box.method);
  const dots = boxes.flatMap(({ method, panel, outliers }) =>
    outliers.map(value => ({ method, panel, value })),
  );
  return [
    Plot.dot(dots, { ...place, x: 'value', r: 1.6, fill: colour, fillOpacity: 0.45 }),
    Plot.ruleY(boxes, { ...place, x1: 'low', x2: 'high', stroke: colour, strokeWidth: 1.5 }),
    Plot.tickX(boxes, { ...place, x: 'low', stroke: colour, inset: 4 }),
    Plot.tickX(boxes, { ...place, x: 'high', stroke: colour, inset: 4 }),
    Plot.barX(boxes, { ...place, x1: 'lowerQuartile', x2: 'upperQuartile', fill: 'var(--surface)' }),
    Plot.barX(boxes, {
      ...place,
      x1: 'lowerQuartile',
      x2: 'upperQuartile',
      fill: colour,
      fillOpacity: 0.32,
      stroke: colour,
    }),
    Plot.tickX(boxes, { ...place, x: 'median', stroke: colour, strokeWidth: 2.5 }),
    Plot.dot(boxes, {
      ...place,
      x: 'mean',
      symbol: 'diamond',
      r: 4,
      fill: 'var(--surface)',
      stroke: 'currentColor',
      strokeWidth: 1.2,
    }),
  ];
}
