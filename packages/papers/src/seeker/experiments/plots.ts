import * as Plot from '@observablehq/plot';
import { type Box, boxOf, drawStandalone, PLOT_COLOURS } from '@webpith/lab/internals';
import { GENRES, type Genre } from '../genres.js';
import { type CostPoint, misclassificationCost } from './classification.js';
import { configurationsOf, type ScoreRow } from './extraction.js';

const {
  own: OWN,
  others: [CLASSICAL],
  ink: INK,
} = PLOT_COLOURS;

const PANELS = [
  ['precision', 'Precision'],
  ['recall', 'Recall'],
  ['f1', 'F1'],
] as const;

interface Scored {
  readonly extracted: { readonly rows: readonly ScoreRow[] };
  readonly classical: readonly ScoreRow[];
}

/** Figures 6.9 to 6.20: precision, recall and F1 of every method, one figure per genre. */
export function boxPlots(measured: Scored): Record<string, string> {
  return Object.fromEntries(GENRES.map(genre => [genre, genrePlot(measured, genre)]));
}

function genrePlot(measured: Scored, genre: Genre): string {
  const own = configurationsOf(genre) as string[];
  const classical = [...new Set(measured.classical.map(row => row.method))].filter(name => name !== 'tb');
  const rows = [...measured.extracted.rows, ...measured.classical].filter(row => row.genre === genre);
  const methods = [...own, ...classical];
  const boxes = methods.flatMap(method =>
    PANELS.flatMap(([key, panel]) => {
      const values = rows.filter(row => row.method === method).map(row => row[key]);
      return boxOf(values, method, panel) ?? [];
    }),
  );
  return drawStandalone({
    width: 980,
    height: 70 + 22 * methods.length,
    marginLeft: 96,
    marginTop: 34,
    x: { domain: [0, 1], ticks: [0, 0.25, 0.5, 0.75, 1], tickFormat: String, grid: true, label: null },
    y: { domain: methods, label: null, padding: 0.3 },
    fx: { domain: PANELS.map(([, panel]) => panel), label: null, padding: 0.1 },
    marks: [...boxMarks(boxes, new Set(own)), Plot.axisFx({ fontSize: 13, fontWeight: 600 })],
  });
}

function boxMarks(boxes: readonly Box[], own: ReadonlySet<string>): Plot.Markish[] {
  const place = { y: 'method', fx: 'panel' } as const;
  const colour = ({ method }: { readonly method: string }) => (own.has(method) ? OWN : CLASSICAL);
  const dots = boxes.flatMap(({ method, panel, outliers }) =>
    outliers.map(value => ({ method, panel, value })),
  );
  return [
    Plot.dot(dots, { ...place, x: 'value', r: 1.3, fill: colour, fillOpacity: 0.4 }),
    Plot.ruleY(boxes, { ...place, x1: 'low', x2: 'high', stroke: colour }),
    Plot.barX(boxes, {
      ...place,
      x1: 'lowerQuartile',
      x2: 'upperQuartile',
      fill: colour,
      fillOpacity: 0.35,
      stroke: colour,
    }),
    Plot.tickX(boxes, { ...place, x: 'median', stroke: colour, strokeWidth: 2.5 }),
    Plot.dot(boxes, { ...place, x: 'mean', symbol: 'diamond', r: 3, stroke: INK, fill: 'white' }),
  ];
}

/** Figure 6.6: misclassification cost by training cost, with a miss costing ten. */
export function costPlot(points: readonly CostPoint[]): string {
  const shown = points.map(point => ({ cost: point.cost, value: misclassificationCost(point, 10) }));
  return drawStandalone({
    width: 560,
    height: 340,
    marginLeft: 60,
    marginRight: 30,
    marginBottom: 46,
    x: {
      label: 'cost of a missed main content in training (noise taken for content: 1)',
      ticks: points.map(p => p.cost),
    },
    y: { label: 'cost of all mistakes, a miss at 10', grid: true, zero: true },
    marks: [
      Plot.line(shown, { x: 'cost', y: 'value', stroke: OWN, strokeWidth: 2 }),
      Plot.dot(shown, { x: 'cost', y: 'value', fill: OWN }),
    ],
  });
}
