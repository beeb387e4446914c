import * as Plot from '@observablehq/plot';
import { drawStandalone, PLOT_COLOURS } from '../packages/lab/dist/report/plot.js';
import type { Growth } from './growth.js';

/** Time a character or a block against the size of a page: a flat line is linear time. */
export function growthPlot({ characters, blocks }: Growth): string {
  const points = [
    ...characters.map(step => ({ ...step, unit: 'of that many characters, ns a character', scale: 1e6 })),
    ...blocks.map(step => ({ ...step, unit: 'of that many blocks, µs a block', scale: 1e3 })),
  ].map(({ size, milliseconds, unit, scale }) => ({ size, cost: (milliseconds * scale) / size, unit }));
  return drawStandalone({
    width: 700,
    height: 360,
    marginLeft: 60,
    x: { type: 'log', label: 'size of the page' },
    y: { type: 'log', label: 'time' },
    color: { legend: false, range: [PLOT_COLOURS.own, PLOT_COLOURS.others[0]] },
    marks: [
      Plot.line(points, { x: 'size', y: 'cost', stroke: 'unit' }),
      Plot.dot(points, { x: 'size', y: 'cost', fill: 'unit' }),
      Plot.text(
        points.filter(
          ({ size, unit }, i) => points.findLastIndex(other => other.unit === unit) === i && size > 0,
        ),
        { x: 'size', y: 'cost', text: 'unit', fill: 'unit', dy: -12, textAnchor: 'end' },
      ),
    ],
  });
}
