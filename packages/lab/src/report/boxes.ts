import * as Plot from '@observablehq/plot';
import type { EvaluationRow } from '../evaluation/scoring.js';
import { type PrimaryMetric, primaryScore } from '../evaluation/summary.js';
import { grouped, summarise } from '../statistics/summary.js';
import type { Markup } from './markup.js';
import { originColour } from './origin.js';
import { drawPlot, FIGURE_WIDTH, figure, nameMargin } from './plot.js';

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
