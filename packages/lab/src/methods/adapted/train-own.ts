import * as Plot from '@observablehq/plot';
import type { Example } from '../../extractor.js';
import { drawStandalone, PLOT_COLOURS } from '../../report/standalone-plot.js';
import { refuseNone, type TrainedModel, type TrainingControl, type TrainingPlot } from '../method.js';
import { agreement } from './agreement.js';
import { fitAdapted } from './fit.js';
import { type LearnedPage, learnedPage } from './learned-page.js';
import { type LearningPoint, learningCurve } from './learning-curve.js';
import { type AdaptedModel, adaptedToJSON } from './model.js';

/** Fits a correction, with a learning curve on held-out pages. */
export async function trainOwn(
  examples: readonly Example[],
  { onProgress, signal }: TrainingControl = {},
): Promise<TrainedModel> {
  const pages = examples.flatMap((example, i): LearnedPage[] => {
    signal?.throwIfAborted();
    onProgress?.('reading pages', (0.3 * i) / examples.length);
    const page = learnedPage(example);
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
  const card = { ...model.card, curve, own: { before: agreement(pages), after: agreement(pages, model) } };
  const plots = [...(curve.length > 1 ? [curvePlot(curve)] : []), ...gainPlot(model)];
  return { model: adaptedToJSON({ ...model, card }), plots };
}

function curvePlot(curve: readonly LearningPoint[]): TrainingPlot {
  const svg = drawStandalone({
    width: 640,
    height: 320,
    marginLeft: 50,
    marginBottom: 40,
    x: {
      label: 'pages learned from',
      labelAnchor: 'center',
      ticks: curve.map(({ pages }) => pages),
      tickFormat: 'd',
    },
    y: { label: 'agreement on pages not learned from (F1)', grid: true, nice: true },
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
    x: { label: 'share of what the correction gains', labelAnchor: 'center', grid: true, percent: true },
    y: { domain: bars.map(({ name }) => name), label: null },
    marks: [Plot.barX(bars, { x: 'share', y: 'name', fill: PLOT_COLOURS.own })],
  });
  return [{ title: 'What the correction looks at', svg }];
}
