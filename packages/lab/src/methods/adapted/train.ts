import * as Plot from '@observablehq/plot';
import type { FitControl } from '@webpith/learn';
import type { Example } from '../../extractor.js';
import { drawStandalone, PLOT_COLOURS } from '../../report/plot.js';
import { refuseNone, type TrainedModel, type TrainingControl, type TrainingPlot } from '../method.js';
import { agreement, fitAdapted, type LabelledPage, labelledPage } from './fit.js';
import { type AdaptedModel, adaptedToJSON } from './model.js';

export async function trainOwn(
  examples: readonly Example[],
  { onProgress, signal }: TrainingControl = {},
): Promise<TrainedModel> {
  const pages = examples.flatMap((example, i): LabelledPage[] => {
    signal?.throwIfAborted();
    onProgress?.('reading pages', (0.3 * i) / examples.length);
    const page = labelledPage(example);
    return page ? [page] : [];
  });
  refuseNone(pages, 'main content');
  const stopped = () => signal?.aborted ?? false;
  const model = fitAdapted(
    pages,
    {},
    { stopped, onProgress: share => onProgress?.('trees', 0.3 + 0.2 * share) },
  );
  const curve = learningCurve(pages, {
    stopped,
    onProgress: share => onProgress?.('learning curve', 0.5 + 0.5 * share),
  });
  const own = { before: agreement(pages), after: agreement(pages, model) };
  const card = { ...model.card, curve, own, metrics: metricsOf(curve) };
  const plots = [...(curve.length > 1 ? [curvePlot(curve)] : []), ...gainPlot(model)];
  return { model: adaptedToJSON({ ...model, card }), plots };
}

/** The last point of the curve, at which each page is held out from a model of the others. */
function metricsOf(curve: readonly LearningPoint[]) {
  const { pages, f1 } = curve.at(-1)!;
  return pages === 0 ? undefined : { learnedFrom: pages, heldOut: pages + 1, f1: Math.round(f1 * 1e4) / 1e4 };
}

function curvePlot(curve: readonly LearningPoint[]): TrainingPlot {
  const svg = drawStandalone({
    width: 640,
    height: 320,
    marginLeft: 50,
    marginBottom: 40,
    x: {
      label: 'training pages',
      labelAnchor: 'center',
      ticks: curve.map(({ pages }) => pages),
      tickFormat: 'd',
    },
    y: { label: 'F1 on held-out pages', grid: true, nice: true },
    marks: [
      Plot.line(curve, { x: 'pages', y: 'f1', stroke: PLOT_COLOURS.own, strokeWidth: 2 }),
      Plot.dot(curve, { x: 'pages', y: 'f1', fill: PLOT_COLOURS.own, r: 4 }),
      Plot.text(curve, { x: 'pages', y: 'f1', text: ({ f1 }: LearningPoint) => f1.toFixed(3), dy: -12 }),
    ],
  });
  return { title: 'Learning curve', svg };
}

const MOST_COLUMNS = 12;

function gainPlot({ trees }: AdaptedModel): TrainingPlot[] {
  const gains = (trees?.importance() ?? []).filter(({ gain }) => gain > 0).slice(0, MOST_COLUMNS);
  if (gains.length === 0) return [];
  const total = gains.reduce((sum, { gain }) => sum + gain, 0);
  const bars = gains.map(({ name, gain }) => ({ name, share: gain / total }));
  const svg = drawStandalone({
    width: 640,
    height: 60 + 24 * bars.length,
    marginLeft: 190,
    marginBottom: 40,
    x: { label: 'share of the total gain', labelAnchor: 'center', grid: true, percent: true },
    y: { domain: bars.map(({ name }) => name), label: null },
    marks: [Plot.barX(bars, { x: 'share', y: 'name', fill: PLOT_COLOURS.own })],
  });
  return [{ title: 'Features of the correction', svg }];
}

interface LearningPoint {
  readonly pages: number;
  readonly f1: number;
  /** The score of each held-out page; only in the first and the last point. */
  readonly each?: readonly number[];
}

const MOST_PAGES = 8;

/** Held-out agreement of models fitted to 0, 1, 2, … pages; each page is held out once. */
export function learningCurve(pages: readonly LabelledPage[], control: FitControl = {}): LearningPoint[] {
  const used = pages.slice(0, MOST_PAGES);
  const curve: LearningPoint[] = [
    { pages: 0, f1: agreement(used), each: used.map(page => agreement([page])) },
  ];
  for (let count = 1; count < used.length; count++) {
    control.onProgress?.(count / used.length, `${count} pages`);
    const scores = used.map((page, i) => {
      // The next pages in cyclic order, so each page is used equally often.
      const others = Array.from({ length: count }, (_, k) => used[(i + 1 + k) % used.length]!);
      return agreement([page], fitAdapted(others, {}, control.stopped ? { stopped: control.stopped } : {}));
    });
    const f1 = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    curve.push(count + 1 === used.length ? { pages: count, f1, each: scores } : { pages: count, f1 });
  }
  return curve;
}
