import {
  cachedCorpusDigest,
  type Example,
  LabError,
  type MethodJob,
  type TrainedModel,
  type TrainingControl,
} from '@webpith/lab';
import { pageTree, refuseFew, yieldToAbort } from '@webpith/lab/internals';
import type { PageTree } from 'webpith/stages';
import { writeModel } from '../model-file.js';
import { foldsOf, mapPages, sources } from './experiment/pages.js';
import { DEFAULT_OPTIONS, type DensityModel, densityToJSON } from './extractor.js';
import {
  type GoldPage,
  goldOf,
  goldOfTexts,
  learnThresholds,
  outcomesOf,
  paperDecider,
  scoreThresholds,
} from './learn.js';
import {
  learnShares,
  learnTypes,
  type PlusExample,
  type PlusModel,
  plusToJSON,
  shareAccuracies,
} from './plus/extractor.js';
import { pageFeatures, plusMap } from './plus/page-map.js';

/** The fold to learn from: a fifth of the sites, as in the paper. */
const SAMPLE_FOLD = 0;

export async function trainDensity(job: MethodJob): Promise<string> {
  const decider = paperDecider(DEFAULT_OPTIONS);
  const pages = await mapPages(job, 'pages read', (page, tree) => ({
    ...page,
    outcomes: outcomesOf(tree, page.gold, decider),
  }));
  const fold = foldsOf(pages);
  const side = (isSample: boolean) =>
    pages.filter((_, i) => (fold[i] === SAMPLE_FOLD) === isSample).map(page => page.outcomes);
  const thresholds = learnThresholds(side(true));
  const { precision, regionAccuracy } = scoreThresholds(side(false), thresholds);
  const model: DensityModel = {
    thresholds,
    options: DEFAULT_OPTIONS,
    card: {
      training: { pages: side(true).length, corpora: await corporaOf(job) },
      metrics: {
        learnedFrom: side(true).length,
        heldOut: side(false).length,
        precision,
        regionAccuracy,
      },
    },
  };
  await yieldToAbort(job.signal);
  return `${await writeModel(job.root, 'density', densityToJSON(model))}: T1 = ${thresholds.t1}, T2 = ${thresholds.t2}`;
}

export async function trainPlus(job: MethodJob): Promise<string> {
  const pages = await mapPages(job, 'pages read', ({ gold }, tree) => {
    return plusExample(tree, gold);
  });
  const card = { training: { pages: pages.length, corpora: await corporaOf(job) } };
  const model = plusToJSON({ ...fitPlus(pages), card });
  await yieldToAbort(job.signal);
  return `${await writeModel(job.root, 'density-plus', model)}: learned on ${pages.length} pages`;
}

function plusExample(tree: PageTree, gold: GoldPage): PlusExample {
  const map = plusMap(tree);
  return { gold, features: pageFeatures(map), accuracies: shareAccuracies(map, gold) };
}

function fitPlus(pages: readonly PlusExample[]): PlusModel {
  return { shares: learnShares(pages), types: learnTypes(pages) };
}

/** A threshold learned from fewer pages depends on one of them. */
const LEAST_PAGES = 3;

interface OwnPage {
  readonly tree: PageTree;
  readonly gold: GoldPage;
}

/** Pages with a class and a region to compare with. */
function ownPages(examples: readonly Example[], { signal }: TrainingControl): OwnPage[] {
  const pages = examples.flatMap(example => {
    signal?.throwIfAborted();
    const tree = pageTree(example.page);
    const gold = goldOf(example, tree) ?? goldOfTexts(example.page);
    return gold === undefined || (gold.article === undefined && gold.comments === 0) ? [] : [{ tree, gold }];
  });
  const expected =
    'labels (article, comments), a type of several areas (forum, listing, collection) or listed comments';
  refuseFew(pages, LEAST_PAGES, expected, examples.length);
  return pages;
}

export async function trainOwn(
  examples: readonly Example[],
  control: TrainingControl = {},
): Promise<TrainedModel> {
  const pages = ownPages(examples, control);
  control.onProgress?.('thresholds', 0);
  return { model: densityToJSON(fitThresholds(pages)), plots: [] };
}

export async function trainOwnPlus(
  examples: readonly Example[],
  control: TrainingControl = {},
): Promise<TrainedModel> {
  const pages = ownPages(examples, control).map(({ tree, gold }) => plusExample(tree, gold));
  const classes = new Set(pages.map(({ gold }) => gold.pageClass));
  if (classes.size < 2) {
    const message = `All ${pages.length} pages are of the class ${[...classes][0]}. Add pages of another: articles, articles with comments, or discussions and lists (type forum, listing or collection).`;
    throw new LabError('bad-input', message);
  }
  control.onProgress?.('page classes', 0);
  return { model: plusToJSON(fitPlus(pages)), plots: [] };
}

function fitThresholds(pages: readonly OwnPage[]): DensityModel {
  const decider = paperDecider(DEFAULT_OPTIONS);
  const outcomes = pages.map(({ tree, gold }) => outcomesOf(tree, gold, decider));
  return { thresholds: learnThresholds(outcomes), options: DEFAULT_OPTIONS };
}

async function corporaOf(job: MethodJob) {
  return Promise.all(
    sources(job).map(async ({ corpus: name, folder }) => ({
      name,
      digest: await cachedCorpusDigest(folder),
    })),
  );
}
