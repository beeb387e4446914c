import * as Plot from '@observablehq/plot';
import { drawStandalone, PLOT_COLOURS } from '../packages/lab/dist/report/plot.js';
import { MEASURED_CORES, type SetFigures } from './fleet-report.js';

/** What a batch is held to. */
const GOAL = 0.95;

/** A batch over as many bare processes against the cores of the machine: lines are simulated, rings measured. */
export function coresPlot(sets: readonly SetFigures[]): string {
  const points = sets.flatMap(({ name, simulated }) =>
    simulated.map(({ cores, ratio }) => ({ name, cores, ratio })),
  );
  const measured = sets.map(({ name, over }) => ({ name, cores: MEASURED_CORES, ratio: over.bare }));
  const ends = points.filter(({ cores }) => cores === Math.max(...points.map(point => point.cores)));
  const most = Math.max(...[...points, ...measured].map(({ ratio }) => ratio), 1.1);
  return drawStandalone({
    width: 700,
    height: 320,
    marginLeft: 60,
    x: { label: 'cores', ticks: [...new Set(points.map(({ cores }) => cores))], tickFormat: 'd' },
    y: { label: 'batch over bare processes', domain: [0.5, most] },
    color: { legend: false, range: [PLOT_COLOURS.own, PLOT_COLOURS.others[0]] },
    marks: [
      Plot.ruleY([GOAL], { stroke: PLOT_COLOURS.ink, strokeDasharray: '4 4' }),
      Plot.line(points, { x: 'cores', y: 'ratio', stroke: 'name' }),
      Plot.dot(points, { x: 'cores', y: 'ratio', fill: 'name' }),
      Plot.dot(measured, { x: 'cores', y: 'ratio', stroke: 'name', r: 6 }),
      Plot.text(ends, { x: 'cores', y: 'ratio', text: 'name', fill: 'name', dy: -12, textAnchor: 'end' }),
    ],
  });
}
