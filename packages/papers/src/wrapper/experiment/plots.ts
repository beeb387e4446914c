import * as Plot from '@observablehq/plot';
import { drawStandalone, PLOT_COLOURS } from '@webpith/lab/internals';
import { type Results, SIZES, type TrainingRow, type VariantRow } from './measure.js';

const { own, others, ink } = PLOT_COLOURS;
const COLOURS = { body: others[0], title: own, pool: others[0], 'generated site': own };

export function variantsPlot({ variants }: Pick<Results, 'variants'>): string {
  const dots = variants.flatMap(({ name, accuracies: { byLabel } }) => [
    { name, what: 'body', value: byLabel.body },
    { name, what: 'title', value: byLabel.title },
  ]);
  const gap = (row: VariantRow) => Math.abs(row.accuracies.byLabel.title - row.accuracies.byLabel.body);
  const labelled = variants.toSorted((a, b) => gap(b) - gap(a))[0]?.name;
  const widest = dots.filter(dot => dot.name === labelled);
  return drawStandalone({
    width: 760,
    height: 70 + 36 * variants.length,
    marginLeft: 220,
    x: { label: 'accuracy by label', domain: [0, 1], grid: true },
    y: { label: null, domain: variants.map(({ name }) => name) },
    color: { domain: ['body', 'title'], range: [COLOURS.body, COLOURS.title] },
    marks: [
      Plot.ruleX([0.97], { stroke: ink, strokeDasharray: '4 4' }),
      Plot.dot(dots, { x: 'value', y: 'name', fill: 'what', r: 5 }),
      Plot.text(widest, { x: 'value', y: 'name', text: 'what', fill: 'what', dy: -13 }),
    ],
  });
}

export function learningPlot(rows: readonly TrainingRow[]): string {
  const points = rows.flatMap(({ name, accuracies }) =>
    accuracies.map((found, i) => ({
      name,
      kind: name.replace(/ \d+$/, ''),
      size: SIZES[i]!,
      value: found.byLabel.news,
    })),
  );
  const lasts = ['pool', 'generated site'].flatMap(kind =>
    points.filter(point => point.kind === kind).slice(-1),
  );
  return drawStandalone({
    width: 620,
    height: 380,
    marginRight: 110,
    x: { label: 'training pages', type: 'log', ticks: [...SIZES], tickFormat: String },
    y: { label: 'news accuracy by label', domain: [0, 1], grid: true },
    color: { domain: ['pool', 'generated site'], range: [COLOURS.pool, COLOURS['generated site']] },
    marks: [
      Plot.line(points, { x: 'size', y: 'value', z: 'name', stroke: 'kind', strokeOpacity: 0.7 }),
      Plot.dot(points, { x: 'size', y: 'value', fill: 'kind', r: 3 }),
      Plot.text(lasts, { x: 'size', y: 'value', text: 'kind', fill: 'kind', dx: 8, textAnchor: 'start' }),
    ],
  });
}
