import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { html, type Markup, trusted } from './markup.js';

export const FIGURE_WIDTH = 1040;

/** Renders a plot to SVG without a browser; text is escaped by the serialiser. */
export function drawPlot(options: Plot.PlotOptions): Markup {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const plot = Plot.plot({
    ...options,
    document: document as never,
    className: 'plot',
    style: { background: 'none', fontFamily: 'inherit', fontSize: '12px', overflow: 'visible' },
  }) as unknown as { outerHTML: string };
  return trusted(plot.outerHTML);
}

export function figure(plot: Markup, caption: Markup | string): Markup {
  return html`<figure>${plot}<figcaption>${caption}</figcaption></figure>`;
}

/** Left margin for the longest name: seven pixels per character at the figures' font size. */
export function nameMargin(names: readonly string[]): number {
  return Math.min(260, 16 + 7 * Math.max(4, ...names.map(name => name.length)));
}

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
