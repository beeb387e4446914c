import * as Plot from '@observablehq/plot';
import { drawStandalone, PLOT_COLOURS } from '@webpith/lab/internals';
import type { SingleFeature } from './classifiers.js';
import type { NamedRun } from './measure.js';

const COLOURS = [PLOT_COLOURS.own, PLOT_COLOURS.others[0]] as const;

/** Figure 3: fitness of the best particle and mean fitness of the population, by generation. */
export function convergencePlot(runs: readonly NamedRun[]): string {
  const curves = (field: 'best' | 'mean') =>
    runs.flatMap(({ title, learned }) =>
      learned.history.map((generation, at) => ({ title, at, score: generation[field] })),
    );
  const ends = runs.flatMap(({ title, learned }, i) =>
    (['best', 'mean'] as const).map(field => ({
      title,
      at: learned.history.length - 1,
      score: averageOfEnd(learned.history.map(generation => generation[field])),
      label: field === 'best' ? `best, ${title}` : `mean, ${title}`,
      dy: i === 0 ? -7 : 7,
    })),
  );
  return drawStandalone({
    width: 760,
    height: 380,
    marginLeft: 46,
    marginRight: 180,
    marginBottom: 40,
    x: { label: 'generation', labelAnchor: 'center' },
    y: { label: 'mean scaled cosine, training pages', domain: [0, 1], grid: true },
    color: { domain: runs.map(run => run.title), range: [...COLOURS] },
    marks: [
      Plot.line(curves('mean'), { x: 'at', y: 'score', stroke: 'title', strokeDasharray: '3 3' }),
      Plot.line(curves('best'), { x: 'at', y: 'score', stroke: 'title', strokeWidth: 2 }),
      ...ends.map(end =>
        Plot.text([end], {
          x: 'at',
          y: 'score',
          text: 'label',
          fill: 'title',
          dx: 8,
          dy: end.dy,
          textAnchor: 'start',
        }),
      ),
    ],
  });
}

function averageOfEnd(values: readonly number[]): number {
  const end = values.slice(-10);
  return end.reduce((sum, value) => sum + value, 0) / end.length;
}

const PANEL = { width: 370, height: 200 };
const COLUMNS = 2;

/** Figure 4: a classifier per feature, score against threshold; the dashed line is PR, which has no thresholds. */
export function featurePlot(singles: readonly SingleFeature[], pr: number): string {
  const panels = singles.map((single, i) => {
    const x = (i % COLUMNS) * PANEL.width;
    const y = Math.floor(i / COLUMNS) * PANEL.height;
    return featurePanel(single, pr).replace('<svg ', `<svg x="${x}" y="${y}" `);
  });
  const width = COLUMNS * PANEL.width;
  const height = Math.ceil(singles.length / COLUMNS) * PANEL.height;
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="system-ui, sans-serif">${panels.join('')}</svg>`;
}

function featurePanel({ feature, scores, best }: SingleFeature, pr: number): string {
  const side = feature.bound === 'lower' ? 'at least' : 'at most';
  const last = scores.at(-1)!.threshold;
  const isRight = best.threshold > last * 0.75;
  return drawStandalone({
    ...PANEL,
    marginLeft: 40,
    marginRight: 16,
    marginTop: 28,
    marginBottom: 38,
    x: { label: `${feature.title}, ${side}`, labelAnchor: 'center', labelArrow: 'none', ticks: 5 },
    y: { label: null, domain: [0, 1], grid: true, ticks: 5 },
    marks: [
      Plot.ruleY([pr], { stroke: PLOT_COLOURS.ink, strokeDasharray: '4 4' }),
      Plot.text(['PR'], { x: last, y: pr, dy: -7, textAnchor: 'end', fill: PLOT_COLOURS.ink }),
      Plot.line(scores, { x: 'threshold', y: 'score', stroke: COLOURS[0], strokeWidth: 2 }),
      Plot.dot([best], { x: 'threshold', y: 'score', fill: COLOURS[0], r: 4 }),
      Plot.text([best], {
        x: 'threshold',
        y: 'score',
        text: () => best.score.toFixed(3),
        dx: isRight ? -4 : 4,
        dy: -12,
        textAnchor: isRight ? 'end' : 'start',
        fill: COLOURS[0],
        fontWeight: 'bold',
      }),
    ],
  });
}
