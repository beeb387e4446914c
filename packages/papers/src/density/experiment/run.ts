import type { MethodJob } from '@webpith/lab';
import { provenanceOf, type Results, writeResults, yieldToAbort } from '@webpith/lab/internals';
import { periodSection } from '../../experiment.js';
import { DEFAULT_OPTIONS, type DensityModel } from '../extractor.js';
import type { Outcomes } from '../learn.js';
import { PAGE_CLASSES, type PageClass } from '../regions.js';
import { figure3, figure4, figure5, learningCurve, precisionPlot } from './curves.js';
import { type DensityResults, densityParts, pagesParts } from './document.js';
import { cutPages, type MeasuredPage, measurePages, SETTINGS } from './measure.js';
import {
  confusionOfFolds,
  DEVELOPMENT_FOLD,
  FOLDS,
  type FoldedScore,
  fiveFolds,
  foldsOf,
  foldsWithinSites,
  measureSites,
  type PlusPrediction,
  plusPredictions,
  type SitePage,
  siteSources,
  sources,
} from './pages.js';
import { measurePeriod } from './period.js';

export const SECTIONS = {
  paper: paperSection,
  period: periodSection(measurePeriod, ['l3s', 'dragnet', 'forums']),
};

async function paperSection(job: MethodJob): Promise<Results> {
  const pages = await measurePages(job);
  const fold = foldsOf(pages);
  const outcomes = pages.map(page => page.outcomes[0]!);
  const scores = allScores(outcomes, fold);
  const sitePages = await measureSites(job);
  job.onProgress?.('the variant', 0);
  const predictions = plusPredictions(pages, fold);
  const cut = await segmentAgain(job, pages, fold, scores.all, predictions);
  const unseen = pages.map((_, i) => i).filter(i => fold[i] !== DEVELOPMENT_FOLD);
  const results: DensityResults = {
    pages,
    scores,
    confusion: confusionOfFolds(outcomes, fold, scores.all.thresholds),
    settings: Object.keys(SETTINGS).map((name, i) => {
      const own = pages.map(page => page.outcomes[i]!);
      return [name, i === 0 ? scores.all : fiveFolds(own, fold)];
    }),
    faithful: unseen.map(i => faithfulPrediction(pages[i]!, thresholdsFor(scores.all, fold[i]!))),
    plus: unseen.map(i => ({
      page: pages[i]!.key,
      gold: pages[i]!.gold.pageClass,
      predicted: predictions[i]!.pageClass,
      accuracy: predictions[i]!.accuracy,
    })),
    ...cut,
    words: unseen.map(i => cut.words[i]!),
    sites: { pages: sitePages, scores: siteScores(sitePages) },
    t1: figure4(outcomes),
    t2: figure5(outcomes),
  };
  await yieldToAbort(job.signal);
  const folders = new Map(
    [...sources(job), ...siteSources(job)].map(({ corpus, folder }) => [corpus, folder]),
  );
  const provenance = await provenanceOf([...folders.values()]);
  await writeResults(job.root, 'density-pages', { parts: pagesParts(results) });
  return {
    parts: { provenance, ...densityParts(results) },
    images: {
      learning: precisionPlot(figure3(outcomes), 'pages'),
      learned: precisionPlot(learningCurve(outcomes), 'pages of each class learned from'),
      t1: precisionPlot(results.t1, 'T1'),
      t2: precisionPlot(results.t2, 'T2'),
    },
  };
}

function allScores(outcomes: readonly Outcomes[], fold: Int32Array): Record<PageClass | 'all', FoldedScore> {
  return Object.fromEntries([
    ...PAGE_CLASSES.map(name => [name, fiveFolds(outcomes, fold, name)] as const),
    ['all', fiveFolds(outcomes, fold)],
  ]) as Record<PageClass | 'all', FoldedScore>;
}

function siteScores(pages: readonly SitePage[]): DensityResults['sites']['scores'] {
  const isEnough = (name: PageClass) => pages.filter(({ gold }) => gold.pageClass === name).length >= FOLDS;
  if (!PAGE_CLASSES.every(isEnough)) return undefined;
  return allScores(
    pages.map(page => page.outcomes),
    foldsWithinSites(pages),
  );
}

/** Thresholds learned without the sites of a fold: those that the next fold learned on its own sites. */
function thresholdsFor({ thresholds }: FoldedScore, fold: number) {
  return thresholds[(fold + 1) % FOLDS]!;
}

function faithfulPrediction({ key, gold, outcomes }: MeasuredPage, { t1, t2 }: { t1: number; t2: number }) {
  const [page] = outcomes;
  return {
    page: key,
    gold: gold.pageClass,
    predicted: PAGE_CLASSES[page!.predicted(t1, t2)]!,
    accuracy: page!.accuracy(t1, t2),
  };
}

async function segmentAgain(
  job: MethodJob,
  pages: readonly MeasuredPage[],
  fold: Int32Array,
  score: FoldedScore,
  predictions: readonly PlusPrediction[],
) {
  const place = new Map(pages.map(({ key }, i) => [key, i]));
  const modelOf = (key: string): DensityModel => ({
    thresholds: thresholdsFor(score, fold[place.get(key)!]!),
    options: DEFAULT_OPTIONS,
  });
  const seen = await cutPages(job, modelOf, key => predictions[place.get(key)!]!);
  return {
    causes: seen.flatMap(({ page, predicted, cause }) =>
      cause === undefined ? [] : [{ page, predicted, cause }],
    ),
    scattered: seen.flatMap(({ page, regions }) => (regions === undefined ? [] : [{ page, regions }])),
    words: seen.map(({ words }) => words),
  };
}
