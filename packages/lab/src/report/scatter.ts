import * as Plot from '@observablehq/plot';
import type { MethodSummary } from '../evaluation/summary.js';
import { familyColour } from './family.js';
import { drawPlot, figure } from './figure.js';
import { placeLabels } from './labels.js';
import type { Markup } from './markup.js';

const WIDTH = 1000;
const HEIGHT = 600;
const MARGIN = { left: 64, right: 60, top: 20, bottom: 48 };

/** Lines of equal F1. */
const LEVELS = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];

interface Point {
  readonly name: string;
  readonly precision: number;
  readonly recall: number;
}

/** Mean precision against mean recall, one dot a method, with lines of equal F1. */
export function scatterFigure(methods: readonly MethodSummary[]): Markup {
  const points = methods.flatMap(({ name, overall }) =>
    overall ? [{ name, precision: overall.precision.mean, recall: overall.recall.mean }] : [],
  );
  const from = {
    precision: axisStart(points.map(point => point.precision)),
    recall: axisStart(points.map(point => point.recall)),
  };
  const plot = drawPlot({
    width: WIDTH,
    height: HEIGHT,
    marginLeft: MARGIN.left,
    marginRight: MARGIN.right,
    marginTop: MARGIN.top,
    marginBottom: MARGIN.bottom,
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
        fill: ({ name }: Point) => familyColour(name),
      }),
      ...nameMarks(points, from),
    ],
  });
  return figure(plot, 'Up and to the right is better. Along a dashed line F1 of the two means is the same.');
}

/** A tenth below the lowest value, so that the lowest dot does not sit on the axis. */
function axisStart(values: readonly number[]): number {
  const lowest = Math.min(0.9, ...values);
  return Math.max(0, Math.floor((lowest - 0.03) * 10) / 10);
}

/** p = F r / (2r − F): the points where 2pr / (p + r) = F. */
function levelMarks(from: { readonly precision: number; readonly recall: number }): Plot.Markish[] {
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

function levelLine(level: number, from: { readonly precision: number; readonly recall: number }): Point[] {
  const points: Point[] = [];
  const start = Math.max(from.recall, level / (2 - level));
  for (let step = 0; step <= 60; step++) {
    const recall = start + ((1 - start) * step) / 60;
    const precision = (level * recall) / (2 * recall - level);
    if (precision <= 1 + 1e-9 && precision >= from.precision)
      points.push({ recall, precision, name: `F1 ${level}` });
  }
  return points;
}

function nameMarks(
  points: readonly Point[],
  from: { readonly precision: number; readonly recall: number },
): Plot.Markish[] {
  const across = (WIDTH - MARGIN.left - MARGIN.right) / (1 - from.recall);
  const down = (HEIGHT - MARGIN.top - MARGIN.bottom) / (1 - from.precision);
  const placed = placeLabels(
    points.map(({ name, recall, precision }) => ({
      name,
      x: MARGIN.left + (recall - from.recall) * across,
      y: MARGIN.top + (1 - precision) * down,
    })),
    WIDTH,
  );
  return points.map((point, i) => {
    const { dx, dy, anchor } = placed[i]!;
    const halo = { stroke: 'var(--surface)', strokeWidth: 4, fill: 'currentColor' };
    return Plot.text([point], {
      x: 'recall',
      y: 'precision',
      text: 'name',
      dx,
      dy,
      textAnchor: anchor,
      ...halo,
    });
  });
}
