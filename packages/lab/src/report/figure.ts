import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { html, type Markup, trusted } from './markup.js';

/** Width of a figure that fills the column, in pixels. */
export const FIGURE_WIDTH = 1040;

/** Draws a plot to SVG without a browser. Its text is escaped by the serialiser, its colours come from the style sheet. */
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

/** A figure with what it shows said in words, for those who cannot see it and for everyone else. */
export function figure(plot: Markup, caption: Markup | string): Markup {
  return html`<figure>${plot}<figcaption>${caption}</figcaption></figure>`;
}

/** Room for the longest of some names at the figures' font size: seven pixels a character, measured on the widest. */
export function nameMargin(names: readonly string[]): number {
  return Math.min(260, 16 + 7 * Math.max(4, ...names.map(name => name.length)));
}
