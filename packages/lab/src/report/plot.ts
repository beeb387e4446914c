import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import type { PrecisionRecall } from '../metrics/overlap.js';
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

export type Balance = Pick<PrecisionRecall, 'precision' | 'recall'>;

export interface Placed extends Balance {
  readonly name: string;
}

type Frame = Readonly<
  Record<'width' | 'height' | 'marginLeft' | 'marginRight' | 'marginTop' | 'marginBottom', number>
>;

export function nameMarks(
  points: readonly Placed[],
  { width, height, marginLeft, marginRight, marginTop, marginBottom }: Frame,
  from: Balance,
  look: Plot.TextOptions = {},
): Plot.Markish[] {
  const across = (width - marginLeft - marginRight) / (1 - from.recall);
  const down = (height - marginTop - marginBottom) / (1 - from.precision);
  const places = placeLabels(
    points.map(({ name, recall, precision }) => ({
      name,
      x: marginLeft + (recall - from.recall) * across,
      y: marginTop + (1 - precision) * down,
    })),
    width,
  );
  return points.map((point, i) => {
    const { dx, dy, anchor } = places[i]!;
    const place = { dx, dy, textAnchor: anchor, fill: 'currentColor' } as const;
    return Plot.text([point], { x: 'recall', y: 'precision', text: 'name', ...place, ...look });
  });
}

interface NamedPoint {
  readonly x: number;
  readonly y: number;
  readonly name: string;
}

interface PlacedLabel {
  readonly dx: number;
  readonly dy: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

interface Rectangle {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const CHARACTER = 6.8;
const LINE = 14;
const GAP = 9;

const PLACES: readonly PlacedLabel[] = [
  { dx: GAP, dy: 0, anchor: 'start' },
  { dx: -GAP, dy: 0, anchor: 'end' },
  { dx: 0, dy: -LINE, anchor: 'middle' },
  { dx: 0, dy: LINE, anchor: 'middle' },
  { dx: GAP, dy: -LINE, anchor: 'start' },
  { dx: GAP, dy: LINE, anchor: 'start' },
  { dx: -GAP, dy: -LINE, anchor: 'end' },
  { dx: -GAP, dy: LINE, anchor: 'end' },
  { dx: GAP, dy: 2 * LINE, anchor: 'start' },
  { dx: GAP, dy: -2 * LINE, anchor: 'start' },
  { dx: -GAP, dy: 2 * LINE, anchor: 'end' },
  { dx: -GAP, dy: -2 * LINE, anchor: 'end' },
];

/** Places labels greedily at the first position without overlap, or else at the one with the least overlap. */
export function placeLabels(points: readonly NamedPoint[], width: number): PlacedLabel[] {
  const taken: Rectangle[] = points.map(({ x, y }) => ({
    left: x - 6,
    right: x + 6,
    top: y - 6,
    bottom: y + 6,
  }));
  return points.map(point => {
    let best = PLACES[0]!;
    let leastOverlap = Number.POSITIVE_INFINITY;
    for (const place of PLACES) {
      const own = rectangleOf(point, place);
      const outside = Math.max(0, own.right - width) + Math.max(0, -own.left);
      const overlap = taken.reduce((sum, other) => sum + overlapOf(own, other), 0) + outside * LINE;
      if (overlap < leastOverlap) {
        best = place;
        leastOverlap = overlap;
      }
    }
    taken.push(rectangleOf(point, best));
    return best;
  });
}

function rectangleOf({ x, y, name }: NamedPoint, { dx, dy, anchor }: PlacedLabel): Rectangle {
  const width = CHARACTER * name.length;
  const start = x + dx - { start: 0, middle: width / 2, end: width }[anchor];
  return { left: start, right: start + width, top: y + dy - LINE / 2, bottom: y + dy + LINE / 2 };
}

function overlapOf(a: Rectangle, b: Rectangle): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}
