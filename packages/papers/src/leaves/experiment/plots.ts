import * as Plot from '@observablehq/plot';
import { drawStandalone, PLOT_COLOURS } from '@webpith/lab/internals';
import type { CurvePoint } from './measure.js';

/** Figure 1: accuracy on the test pages against the number of training pages, runs and their mean. */
export function curvePlot(curve: readonly CurvePoint[]): string {
  const runs = curve.flatMap(({ pages, accuracies }) => accuracies.map(accuracy => ({ pages, accuracy })));
  const means = curve.map(({ pages, accuracies }) => ({
    pages,
    accuracy: accuracies.reduce((sum, value) => sum + value, 0) / accuracies.length,
  }));
  return drawStandalone({
    width: 640,
    height: 360,
    x: { label: 'training pages', domain: [0, Math.max(...curve.map(point => point.pages)) + 5] },
    y: { label: 'accuracy', grid: true },
    marks: [
      Plot.dot(runs, { x: 'pages', y: 'accuracy', r: 2, fill: PLOT_COLOURS.others[0] }),
      Plot.line(means, { x: 'pages', y: 'accuracy', stroke: PLOT_COLOURS.own }),
      Plot.dot(means, { x: 'pages', y: 'accuracy', r: 4, fill: PLOT_COLOURS.own }),
    ],
  });
}
