import * as Plot from '@observablehq/plot';
import { drawStandalone, PLOT_COLOURS } from '@webpith/lab/internals';
import { seededRandom } from '@webpith/learn';
import { meanOf } from '../../measures.js';
import type { Thresholds } from '../extractor.js';
import { FIXED_T2, learnThresholds, type Outcomes, scoreThresholds, T1_GRID, T2_GRID } from '../learn.js';
import { PAGE_CLASSES, type PageClass } from '../regions.js';

export interface CurvePoint {
  readonly pageClass: PageClass | 'all classes';
  readonly x: number;
  readonly precision: number;
}

/** Random samples per point, as in the paper. */
const RUNS = 10;
/** Share of the pages for the threshold search (§5.2). */
const SAMPLE = 0.2;

export function figure3(pages: readonly Outcomes[]): CurvePoint[] {
  return PAGE_CLASSES.flatMap(pageClass => {
    const own = ofClass(pages, pageClass);
    const thresholds = { t1: pageClass === 'multiple' ? 100 : 0, t2: FIXED_T2 };
    const sizes = [5, 10, 20, 30, 40, 60, 80, 100, 125, 150, 175, 200].filter(size => size <= own.length);
    return sizes.map(x => ({ pageClass, x, precision: meanOfDraws(own, x, thresholds) }));
  });
}

export function learningCurve(pages: readonly Outcomes[]): CurvePoint[] {
  const sizes = [2, 5, 10, 20, 40, 60];
  return sizes.map(x => {
    const precision = meanOfRuns(run => {
      const drawn = new Set(PAGE_CLASSES.flatMap(name => draw(ofClass(pages, name), x, run)));
      const rest = pages.filter(page => !drawn.has(page));
      return scoreThresholds(rest, learnThresholds([...drawn])).precision;
    });
    return { pageClass: 'all classes', x, precision };
  });
}

/** Figure 4: precision of each class by T1, T2 fixed. */
export function figure4(pages: readonly Outcomes[]): CurvePoint[] {
  return PAGE_CLASSES.flatMap(pageClass =>
    T1_GRID.map(t1 => ({
      pageClass,
      x: t1,
      precision: meanOfSamples(ofClass(pages, pageClass), { t1, t2: FIXED_T2 }),
    })),
  );
}

export function figure5(pages: readonly Outcomes[]): CurvePoint[] {
  const t1Curves = figure4(pages);
  return PAGE_CLASSES.flatMap(pageClass => {
    const own = t1Curves.filter(point => point.pageClass === pageClass);
    const t1 = own.reduce((best, point) => (point.precision > best.precision ? point : best)).x;
    return T2_GRID.map(t2 => ({
      pageClass,
      x: t2,
      precision: meanOfSamples(ofClass(pages, pageClass), { t1, t2 }),
    }));
  });
}

function ofClass(pages: readonly Outcomes[], pageClass: PageClass): Outcomes[] {
  return pages.filter(page => page.gold.pageClass === pageClass);
}

function meanOfSamples(pages: readonly Outcomes[], thresholds: Thresholds): number {
  return meanOfDraws(pages, Math.max(1, Math.round(SAMPLE * pages.length)), thresholds);
}

function meanOfDraws(pages: readonly Outcomes[], size: number, thresholds: Thresholds): number {
  return meanOfRuns(run => scoreThresholds(draw(pages, size, run), thresholds).precision);
}

function meanOfRuns(measure: (run: number) => number): number {
  return meanOf(Array.from({ length: RUNS }, (_, run) => measure(run)));
}

function draw(pages: readonly Outcomes[], size: number, run: number): Outcomes[] {
  return seededRandom(run + 1)
    .shuffle([...pages])
    .slice(0, size);
}

const { own, others, ink } = PLOT_COLOURS;
const COLOURS: Readonly<Record<CurvePoint['pageClass'], string>> = {
  article: others[0],
  'article-with-comments': own,
  multiple: others[1],
  'all classes': others[2],
};

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
