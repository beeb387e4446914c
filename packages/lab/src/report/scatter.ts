import * as Plot from '@observablehq/plot';
import type { MethodSummary } from '../evaluation/summary.js';
import { familyColour } from './family.js';
import { drawPlot, figure } from './figure.js';
import { type Balance, nameMarks, type Placed } from './labels.js';
import type { Markup } from './markup.js';

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
        fill: ({ name }: Placed) => familyColour(name),
      }),
      ...nameMarks(points, FRAME, from, HALO),
    ],
  });
  return figure(plot, 'Up and to the right is better. Along a dashed line F1 of the two means is the same.');
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
