import * as Plot from '@observablehq/plot';
import type { MethodSummary } from '../evaluation/summary.js';
import { familyColour } from './family.js';
import { drawPlot, figure } from './figure.js';
import { html, type Markup } from './markup.js';

export function reliabilityFigure(methods: readonly MethodSummary[]): Markup | undefined {
  const curves = methods.flatMap(({ name, confidence }) => (confidence ? [{ name, confidence }] : []));
  if (curves.length === 0) return undefined;
  const marks = curves.flatMap(({ name, confidence }) => {
    const bins = confidence.bins.filter(bin => bin.pages > 0);
    const stroke = familyColour(name);
    return [
      Plot.line(bins, { x: 'confidence', y: 'accuracy', stroke, strokeWidth: 2 }),
      Plot.dot(bins, { x: 'confidence', y: 'accuracy', r: 'pages', fill: stroke, fillOpacity: 0.35, stroke }),
    ];
  });
  const plot = drawPlot({
    width: 480,
    height: 440,
    marginLeft: 60,
    marginBottom: 44,
    r: { range: [0, 14] },
    x: { domain: [0, 1], label: 'stated confidence', labelAnchor: 'center', tickSize: 0, ticks: 5 },
    y: { domain: [0, 1], label: 'share well extracted', labelAnchor: 'center', tickSize: 0, ticks: 5 },
    marks: [
      Plot.gridX({ stroke: 'var(--grid)', strokeOpacity: 1 }),
      Plot.gridY({ stroke: 'var(--grid)', strokeOpacity: 1 }),
      Plot.line([0, 1], {
        x: (value: number) => value,
        y: (value: number) => value,
        stroke: 'var(--muted)',
        strokeDasharray: '3 4',
      }),
      ...marks,
    ],
  });
  const errors = curves.map(
    ({ name, confidence }) => `${name}: expected calibration error ${confidence.ece.toFixed(3)}`,
  );
  const bound = curves[0]!.confidence.wellExtracted;
  return figure(
    plot,
    html`On the dashed line confidence can be taken at its word; well extracted means an F1 of ${bound} or more. ${errors.join('; ')}.`,
  );
}
