import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';

/** Colours of standalone plots: safe for the colour-blind, readable on white and dark. */
export const PLOT_COLOURS = {
  own: '#d55e00',
  others: ['#0072b2', '#009e73', '#cc79a7', '#56b4e9', '#e69f00'],
  ink: '#777',
} as const;

export function drawStandalone(options: Plot.PlotOptions): string {
  const { document } = parseHTML('<html><body></body></html>');
  const svg = Plot.plot({
    ...options,
    document: document as never,
    style: { color: PLOT_COLOURS.ink, background: 'none', fontSize: '12px' },
  });
  return svg.outerHTML.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');
}
