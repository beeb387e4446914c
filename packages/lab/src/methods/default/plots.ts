import * as Plot from '@observablehq/plot';
import type { PeerScores } from '../../peers/programs.js';
import { drawStandalone, PLOT_COLOURS } from '../../report/plot.js';
import { type EvaluatedPage, GOOD_F1 } from './page-models.js';
import { LEANS } from './page-outcomes.js';
import { groupMeans, mean, measure } from './results.js';

const { own: OWN, others: PEERS, ink: INK } = PLOT_COLOURS;

interface PlotGroup {
  readonly title: string;
  readonly means: Readonly<Record<string, number>>;
}

export function plotGroups(pages: readonly EvaluatedPage[], peers: PeerScores): PlotGroup[] {
  return groupMeans(pages, peers).map(({ title, own, others }) => ({
    title,
    means: { ...Object.fromEntries(others.map(({ name, f1 }) => [name, mean(f1)])), Pith: mean(own) },
  }));
}

export function f1Plot(groups: readonly PlotGroup[]): string {
  const names = [...new Set(groups.flatMap(group => Object.keys(group.means)))]
    .filter(name => name !== 'Pith')
    .sort();
  const dots = groups.flatMap(({ title, means }) =>
    Object.entries(means).map(([name, f1]) => ({ title, name, f1 })),
  );
  const labelled = groups.toSorted((a, b) => smallestGap(b) - smallestGap(a))[0]?.title;
  return drawStandalone({
    width: 760,
    height: 60 + 32 * groups.length,
    marginLeft: 150,
    x: { label: 'mean F1', grid: true, domain: [0.4, 1] },
    y: { label: null, domain: groups.map(group => group.title) },
    color: { legend: false, domain: [...names, 'Pith'], range: [...PEERS.slice(0, names.length), OWN] },
    marks: [
      Plot.dot(dots, { x: 'f1', y: 'title', fill: 'name', r: dot => (dot.name === 'Pith' ? 6 : 4) }),
      Plot.text(
        dots.filter(dot => dot.title === labelled),
        { x: 'f1', y: 'title', text: 'name', dy: -13, fill: 'name' },
      ),
    ],
  });
}

function smallestGap({ means }: PlotGroup): number {
  const sorted = Object.values(means).toSorted((a, b) => a - b);
  return Math.min(...sorted.slice(1).map((value, i) => value - sorted[i]!));
}

export function reliabilityPlot(pages: readonly EvaluatedPage[]): string {
  const bins = measure(pages, GOOD_F1).calibration.bins.filter(bin => bin.pages > 0);
  return drawStandalone({
    width: 420,
    height: 400,
    x: { label: 'stated confidence', domain: [0, 1], grid: true },
    y: { label: 'share of good extractions', domain: [0, 1], grid: true },
    r: { range: [2, 12] },
    marks: [
      Plot.line(
        [
          [0, 0],
          [1, 1],
        ],
        { stroke: INK, strokeDasharray: '4 4' },
      ),
      Plot.line(bins, { x: 'confidence', y: 'accuracy', stroke: OWN, strokeWidth: 2 }),
      Plot.dot(bins, { x: 'confidence', y: 'accuracy', r: 'pages', fill: OWN, fillOpacity: 0.4 }),
    ],
  });
}

export function precisionRecallPlot(pages: readonly EvaluatedPage[], peers: PeerScores): string {
  const points = ['wcxb', 'newspapers'].flatMap(corpus => {
    const group = pages.filter(page => page.corpus === corpus && page.bag !== undefined);
    const point = (name: string, bags: readonly { precision: number; recall: number }[]) => ({
      ...{ corpus, name },
      precision: mean(bags.map(({ precision }) => precision)),
      recall: mean(bags.map(({ recall }) => recall)),
    });
    const others = [...peers].map(([name, scores]) =>
      point(
        name,
        group.map(({ id }) => scores.get(`${corpus}/${id}`)?.bag ?? { precision: 0, recall: 0 }),
      ),
    );
    const own = LEANS.map((_, lean) =>
      point(
        'Pith',
        group.map(({ leaning }) => leaning[lean]!),
      ),
    );
    return group.length === 0 ? [] : [...others, ...own];
  });
  const names = [...new Set(points.map(({ name }) => name))].filter(name => name !== 'Pith').sort();
  const own = points.filter(({ name }) => name === 'Pith');
  const defaults = own.filter((_, i) => LEANS[i % LEANS.length] === 0);
  const place = { x: 'recall', y: 'precision', fx: 'corpus' } as const;
  return drawStandalone({
    ...{ width: 820, height: 380, inset: 24 },
    fx: { label: null },
    x: { label: 'mean recall', grid: true },
    y: { label: 'mean precision', grid: true },
    color: { legend: false, domain: [...names, 'Pith'], range: [...PEERS.slice(0, names.length), OWN] },
    marks: [
      Plot.line(own, { ...place, stroke: OWN, strokeWidth: 2 }),
      Plot.dot(points, { ...place, fill: 'name', r: 4 }),
      Plot.dot(defaults, { ...place, fill: OWN, r: 7 }),
      Plot.text([...points.filter(({ name }) => name !== 'Pith'), ...defaults], {
        ...{ ...place, text: 'name', fill: 'name', dy: -13 },
      }),
    ],
  });
}
