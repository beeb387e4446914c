import * as Plot from '@observablehq/plot';
import { drawStandalone, PLOT_COLOURS } from '@webpith/lab/internals';
import type { CurvePoint } from './sweeps.js';

const { own, others, ink } = PLOT_COLOURS;
const COLOURS: Readonly<Record<CurvePoint['pageClass'], string>> = {
  article: others[0],
  'article-with-comments': own,
  multiple: others[1],
  'all classes': others[2],
};

/** Precision curves, one per class, labelled at the end; the dashed line is chance. */
export function precisionPlot(points: readonly CurvePoint[], xLabel: string): string {
  const names = [...new Set(points.map(point => point.pageClass))];
  const ends = spread(names.map(name => points.filter(point => point.pageClass === name).at(-1)!));
  return drawStandalone({
    width: 720,
    height: 360,
    marginRight: 160,
    marginBottom: 45,
    x: { label: xLabel, labelAnchor: 'center', grid: true },
    y: { label: 'precision', domain: [0, 1], grid: true },
    color: { domain: names, range: names.map(name => COLOURS[name]) },
    marks: [
      Plot.ruleY([1 / 3], { stroke: ink, strokeDasharray: '4 4' }),
      Plot.line(points, { x: 'x', y: 'precision', stroke: 'pageClass', strokeWidth: 2 }),
      Plot.dot(points, { x: 'x', y: 'precision', fill: 'pageClass', r: 2.5 }),
      Plot.text(ends, {
        x: 'x',
        y: 'label',
        text: ({ pageClass }: CurvePoint) => pageClass.replaceAll('-', ' '),
        fill: 'pageClass',
        textAnchor: 'start',
        dx: 8,
      }),
    ],
  });
}

function spread(ends: readonly CurvePoint[]): (CurvePoint & { readonly label: number })[] {
  const sorted = ends.toSorted((a, b) => a.precision - b.precision);
  let last = Number.NEGATIVE_INFINITY;
  return sorted.map(end => {
    last = Math.max(end.precision, last + 0.06);
    return { ...end, label: last };
  });
}
