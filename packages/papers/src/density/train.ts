import {
  cachedCorpusDigest,
  type Example,
  type MethodJob,
  type TrainedModel,
  type TrainingControl,
} from '@webpith/lab';
import { pageTree, refuseNone, yieldToAbort } from '@webpith/lab/internals';
import { writeModel } from '../model-file.js';
import { foldsOf, mapPages, sources } from './experiment/pages.js';
import { goldOf } from './gold.js';
import { learnThresholds, outcomesOf, paperDecider, scoreThresholds } from './learn.js';
import { DEFAULT_OPTIONS, type DensityModel, type DensityOptions } from './model.js';
import { learnShares, learnTypes, shareAccuracies } from './plus/learn.js';
import { pageFeatures } from './plus/page-features.js';
import { plusMap } from './plus/page-map.js';

/** The fold to learn from: a fifth of the sites, as in the paper. */
const SAMPLE_FOLD = 0;

/** Learns the thresholds on a fifth of the sites, scores them on the rest and writes the model. */
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
    method: 'density',
    version: 1,
    thresholds,
    options: DEFAULT_OPTIONS,
    card: {
      learnedOn: `${side(true).length} pages, a fifth of the sites`,
      onTheRest: { pages: side(false).length, precision, regionAccuracy },
      corpora: await corporaOf(job),
    },
  };
  await yieldToAbort(job.signal);
  return `${await writeModel(job.root, 'density', model)}: T1 = ${thresholds.t1}, T2 = ${thresholds.t2}`;
}

export async function trainPlus(job: MethodJob): Promise<string> {
  const pages = await mapPages(job, 'pages read', ({ gold }, tree) => {
    const map = plusMap(tree);
    return { gold, features: pageFeatures(map), accuracies: shareAccuracies(map, gold) };
  });
  const model = {
    method: 'density-plus',
    version: 1,
    shares: learnShares(pages),
    types: learnTypes(pages),
    card: { learnedOn: `${pages.length} pages`, corpora: await corporaOf(job) },
  };
  await yieldToAbort(job.signal);
  return `${await writeModel(job.root, 'density-plus', model)}: learned on ${pages.length} pages`;
}

export async function trainOwn(
  examples: readonly Example[],
  { onProgress }: TrainingControl = {},
): Promise<TrainedModel> {
  refuseNone(
    examples.filter(({ labels }) => labels),
    'labels',
  );
  onProgress?.('thresholds', 0);
  return { model: fitDensity(examples), plots: [] };
}

export function fitDensity(
  examples: readonly Example[],
  options: Partial<DensityOptions> = {},
): DensityModel {
  const all = { ...DEFAULT_OPTIONS, ...options };
  const decider = paperDecider(all);
  const pages = examples.flatMap(example => {
    const tree = pageTree(example.page);
    const gold = goldOf(example, tree);
    return gold === undefined ? [] : [outcomesOf(tree, gold, decider)];
  });
  return { method: 'density', version: 1, thresholds: learnThresholds(pages), options: all };
}

async function corporaOf(job: MethodJob) {
  return Promise.all(
    sources(job).map(async ({ corpus, folder }) => ({ corpus, digest: await cachedCorpusDigest(folder) })),
  );
}
