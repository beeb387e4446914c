import { bagOfWords, type MethodJob } from '@webpith/lab';
import { provenanceOf, type Results, writeResults, yieldToAbort } from '@webpith/lab/internals';
import type { PageTree } from 'webpith/stages';
import { periodSection } from '../../experiment.js';
import {
  DEFAULT_OPTIONS,
  type DensityModel,
  type DensityOptions,
  densityExtraction,
  segment,
} from '../extractor.js';
import { KEYWORD_LANGUAGES, keywordTest } from '../keywords.js';
import { type GoldPage, type Outcomes, outcomesOf, paperDecider, regionAccuracyOf } from '../learn.js';
import {
  MAX_REGIONS,
  type PlusExample,
  plusText,
  SHARE_GRID,
  segmentAs,
  shareAccuracies,
} from '../plus/extractor.js';
import { isCommentFormName, namesOf, pageFeatures, plusMap } from '../plus/page-map.js';
import { articleRegion, PAGE_CLASSES, type PageClass, rankRegions, regionsOf } from '../regions.js';
import { figure3, figure4, figure5, learningCurve, precisionPlot } from './curves.js';
import { type Cause, type DensityResults, densityParts, pagesParts } from './document.js';
import {
  type ClassPage,
  confusionOfFolds,
  DEVELOPMENT_FOLD,
  FOLDS,
  type FoldedScore,
  fiveFolds,
  foldsOf,
  foldsWithinSites,
  mapPages,
  measurePeriod,
  measureSites,
  type PlusPrediction,
  plusPredictions,
  type SitePage,
  siteSources,
  sources,
} from './pages.js';

const SETTINGS: Readonly<Record<string, DensityOptions>> = {
  'as shipped: keywords of all languages, HTML5 tags strong, all regions scanned': DEFAULT_OPTIONS,
  'English keywords only (the paper’s list)': { ...DEFAULT_OPTIONS, languages: ['en'] },
  'English keywords, tags of HTML5 weak': { ...DEFAULT_OPTIONS, languages: ['en'], html5: false },
  'comments searched among candidates only': {
    ...DEFAULT_OPTIONS,
    languages: KEYWORD_LANGUAGES,
    commentScan: 'candidates',
  },
};

export interface MeasuredPage extends ClassPage {
  /** In the order of `SETTINGS`. */
  readonly outcomes: readonly Outcomes[];
  readonly plus: PlusExample;
  readonly plusAccuracies: readonly (readonly number[])[];
}

function measurePages(job: MethodJob): Promise<MeasuredPage[]> {
  const deciders = Object.values(SETTINGS).map(paperDecider);
  return mapPages(job, 'pages measured', (page, tree) => {
    const map = plusMap(tree);
    const { gold } = page;
    return {
      ...page,
      outcomes: deciders.map(decider => outcomesOf(tree, gold, decider)),
      plus: { gold, features: pageFeatures(map), accuracies: shareAccuracies(map, gold) },
      plusAccuracies: PAGE_CLASSES.map(name =>
        SHARE_GRID.map(
          share =>
            regionAccuracyOf(segmentAs(map, name, { article: share, multiple: share }), gold) ?? Number.NaN,
        ),
      ),
    };
  });
}

interface CutPage {
  readonly gold: GoldPage;
  readonly model: DensityModel;
  readonly segmentation: ReturnType<typeof segment>;
}

function cutPages(
  job: MethodJob,
  modelOf: (key: string) => DensityModel,
  plusOf: (key: string) => Pick<PlusPrediction, 'pageClass' | 'share'>,
) {
  return mapPages(job, 'pages read again', (page, tree) => {
    const { key, gold } = page;
    const model = modelOf(key);
    const segmentation = segment(tree, model);
    const cut = { gold, model, segmentation };
    const f1 = (text: () => string) =>
      gold.text === undefined ? undefined : bagOfWords(gold.text, text()).f1;
    return {
      page,
      predicted: segmentation.pageClass,
      cause: causeOf(cut),
      regions: scatterOf(cut),
      words: {
        page: key,
        pageClass: gold.pageClass,
        f1: f1(() => densityExtraction(segmentation, model).text),
        plusF1: f1(() => plusMainText(tree, plusOf(key))),
      },
    };
  });
}

function plusMainText(
  tree: PageTree,
  { pageClass, share }: Pick<PlusPrediction, 'pageClass' | 'share'>,
): string {
  const map = plusMap(tree);
  const { article, areas } = segmentAs(map, pageClass, { article: share, multiple: share });
  const kept = article === undefined ? areas.slice(0, MAX_REGIONS) : [article];
  return kept.map(region => plusText(map, region, article === undefined)).join('\n');
}

function causeOf(page: CutPage): Cause | undefined {
  const predicted = page.segmentation.pageClass;
  if (predicted === page.gold.pageClass) return undefined;
  return CAUSE_BY_CLASS[predicted](page);
}

const CAUSE_BY_CLASS: Readonly<Record<PageClass, (page: CutPage) => Cause>> = {
  'article-with-comments': page => (isNamedComment(page) ? 'name' : 'word'),
  article: page => (page.gold.pageClass === 'multiple' ? 'single' : 'missed'),
  multiple: page => {
    const { sd } = page.segmentation;
    const { t1, t2 } = page.model.thresholds;
    const candidates = rankRegions(regionsOf(sd, t2)).filter(region => region.dfm <= t1);
    if (candidates.every(region => region.title === undefined)) return 'untitled';
    return articleRegion(candidates) === undefined ? 'apart' : 'level';
  },
};

function isNamedComment({ segmentation, model }: CutPage): boolean {
  const isKeyword = keywordTest(model.options.languages);
  return segmentation.comments.some(({ node, className, id }) => {
    const names = namesOf(segmentation.sd.tree, node);
    return isKeyword(className) || isKeyword(id) || isCommentFormName(names);
  });
}

/**
 * Number of the largest regions of an article that together have 90 % of the gold's length. Undefined if at least
 * half of the article was kept.
 */
function scatterOf({ segmentation, model, gold }: CutPage): number | undefined {
  const { article, sd } = segmentation;
  if (article === undefined || gold.article === undefined || gold.pageClass === 'multiple') return undefined;
  if (article.density >= gold.article / 2) return undefined;
  const sizes = regionsOf(sd, model.thresholds.t2)
    .map(region => region.density)
    .sort((a, b) => b - a);
  let sum = 0;
  let count = 0;
  while (count < sizes.length && sum < gold.article * 0.9) sum += sizes[count++]!;
  return count;
}

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
