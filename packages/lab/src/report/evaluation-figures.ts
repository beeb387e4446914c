import * as Plot from '@observablehq/plot';
import type { Evaluation } from '../evaluation/evaluate.js';
import { failedPages, type MethodSummary, PRIMARY_TITLES, primaryScore } from '../evaluation/summary.js';
import type { TrainingPlot } from '../methods/method.js';
import { bootstrapMean } from '../statistics/bootstrap.js';
import { drawStandalone, nameMargin, nameMarks, PLOT_COLOURS } from './plot.js';

export interface FigureRow {
  readonly name: string;
  readonly pages: number;
  readonly failed: number;
  readonly empty: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly low: number;
  readonly high: number;
  readonly msPerPage: number;
  readonly types: Readonly<Record<string, number>>;
  /** p-value of the paired t-test against the best method; absent for the best, or with too few pages. */
  readonly p?: number | undefined;
}

export interface EvaluationFigures {
  readonly pages: number;
  readonly measure: string;
  readonly digest: string;
  readonly rows: readonly FigureRow[];
  readonly plots: readonly TrainingPlot[];
}

export function evaluationFigures(
  evaluation: Evaluation,
  names: Readonly<Record<string, string>> = {},
): EvaluationFigures {
  const { summary } = evaluation;
  const rows = summary.methods.map(method => ({
    ...figureRow(evaluation, method),
    name: names[method.name] ?? method.name,
  }));
  return {
    pages: summary.corpus.pages,
    measure: PRIMARY_TITLES[summary.primary],
    digest: summary.run.digest,
    rows,
    plots: [barPlot(rows), balancePlot(rows), ...typePlot(rows, Object.keys(summary.types))],
  };
}

function figureRow({ rows, summary }: Evaluation, method: MethodSummary): FigureRow {
  const scores = rows
    .filter(row => row.method === method.name)
    .flatMap(row => primaryScore(row, summary.primary)?.f1 ?? []);
  const { estimate = 0, low = 0, high = 0 } = scores.length > 0 ? bootstrapMean(scores) : {};
  const { overall, againstBest } = method;
  return {
    name: method.name,
    pages: method.scored,
    failed: failedPages(method),
    empty: method.empty,
    precision: overall?.precision.mean ?? 0,
    recall: overall?.recall.mean ?? 0,
    f1: estimate,
    low,
    high,
    msPerPage: method.speed?.mean ?? 0,
    types: Object.fromEntries(Object.entries(method.types).map(([type, { f1 }]) => [type, f1.mean])),
    p: againstBest?.pValue,
  };
}

function barPlot(rows: readonly FigureRow[]): TrainingPlot {
  const domain = rows.map(({ name }) => name);
  const svg = drawStandalone({
    width: 640,
    height: 56 + 30 * rows.length,
    marginLeft: nameMargin(domain),
    marginRight: 60,
    marginBottom: 40,
    x: { label: 'F1, mean and 95 % interval', labelAnchor: 'center', domain: [0, 1], grid: true },
    y: { domain, label: null, padding: 0.3 },
    marks: [
      Plot.barX(rows, { x: 'f1', y: 'name', fill: PLOT_COLOURS.others[0], fillOpacity: 0.75 }),
      Plot.ruleY(rows, { x1: 'low', x2: 'high', y: 'name', stroke: 'currentColor', strokeWidth: 2 }),
      Plot.text(rows, {
        x: 'high',
        y: 'name',
        text: ({ f1 }: FigureRow) => f1.toFixed(3),
        dx: 8,
        textAnchor: 'start',
        fill: 'currentColor',
      }),
    ],
  });
  return { title: 'F1 with intervals', svg };
}

const BALANCE = { width: 640, height: 380, marginLeft: 50, marginRight: 90, marginTop: 20, marginBottom: 40 };

function balancePlot(rows: readonly FigureRow[]): TrainingPlot {
  const lowest = Math.min(0.9, ...rows.flatMap(({ precision, recall }) => [precision, recall]));
  const start = Math.max(0, Math.floor((lowest - 0.02) * 10) / 10);
  const names = nameMarks(rows, BALANCE, { precision: start, recall: start });
  const svg = drawStandalone({
    ...BALANCE,
    x: { label: 'recall', labelAnchor: 'center', domain: [start, 1], grid: true },
    y: { label: 'precision', domain: [start, 1], grid: true },
    marks: [Plot.dot(rows, { x: 'recall', y: 'precision', r: 5, fill: PLOT_COLOURS.others[0] }), ...names],
  });
  return { title: 'Precision against recall', svg };
}

function typePlot(rows: readonly FigureRow[], types: readonly string[]): TrainingPlot[] {
  if (types.length < 2) return [];
  const cells = rows.flatMap(({ name, types: own }) =>
    Object.entries(own).map(([type, f1]) => ({ name, type, f1 })),
  );
  const svg = drawStandalone({
    width: 640,
    height: 70 + 34 * types.length,
    marginLeft: nameMargin(types),
    marginBottom: 40,
    x: { label: 'F1', labelAnchor: 'center', domain: [0, 1], grid: true },
    y: { domain: [...types], label: null },
    color: {
      domain: rows.map(({ name }) => name),
      range: rows.map((_, i) => [PLOT_COLOURS.own, ...PLOT_COLOURS.others][i % 6]!),
    },
    marks: [Plot.dot(cells, { x: 'f1', y: 'type', fill: 'name', r: 5 })],
  });
  return [{ title: 'F1 by page type', svg }];
}
