import type { BoostingModel } from '@webpith/learn';
import { foldCorpus } from '../../corpora/split.js';
import { AUGMENTED_WEIGHT } from './augment.js';
import { BLOCK_MODEL, fitBlockModel, type WeightedPages } from './block-model.js';
import type { TrainingPage, TrainingSet } from './training-set.js';

export const FOLDS = 5;
export function pageFolds(set: TrainingSet, seed = 1): Int32Array {
  const key = (page: TrainingPage) => `${page.corpus}/${page.gold.id}`;
  const pages = set.pages.map(page => ({
    ...page.gold,
    id: key(page),
    type: `${page.corpus} ${page.gold.type}`,
  }));
  const folds = foldCorpus(pages, { folds: FOLDS, seed });
  const foldOf = new Map(folds.flatMap(({ test }, fold) => test.map(id => [id, fold] as const)));
  return Int32Array.from(set.pages, page => foldOf.get(key(page))!);
}

/**
 * Weight of a labelled page. F1 compared with weight 1: `wcxb`, `newspapers` −0.002, labelled pages +0.003 (README.md).
 */
const LABELLED_WEIGHT = 1.5;

export interface TrainingData {
  readonly set: TrainingSet;
  readonly augmented: TrainingSet;
  readonly weights?: CorpusWeights;
}

export type CorpusWeights = Readonly<Record<string, number>>;

export function weightedPages(
  { set, augmented, weights = {} }: TrainingData,
  accepts: (page: TrainingPage) => boolean,
): WeightedPages[] {
  const pages = set.pages.filter(accepts);
  return [
    { set, pages: pages.filter(page => !page.isLabelled), weight: 1 },
    { set, pages: pages.filter(page => page.isLabelled), weight: LABELLED_WEIGHT },
    { set: augmented, pages: augmented.pages.filter(accepts), weight: AUGMENTED_WEIGHT },
  ].flatMap(group => byCorpus(group, weights));
}

function byCorpus({ set, pages, weight }: WeightedPages, weights: CorpusWeights): WeightedPages[] {
  const own = ({ corpus }: TrainingPage) => weights[corpus] ?? 1;
  return [...new Set(pages.map(own))].map(times => ({
    set,
    pages: pages.filter(page => own(page) === times),
    weight: weight * times,
  }));
}

export interface HeldOut {
  readonly isHeldOut: (page: TrainingPage) => boolean;
}

export function heldOutFolds(set: TrainingSet, folds: Int32Array): HeldOut[] {
  const foldOf = new Map(set.pages.map((page, i) => [page.site, folds[i]!]));
  return Array.from({ length: FOLDS }, (_, fold) => ({ isHeldOut: page => foldOf.get(page.site) === fold }));
}

/**
 * Log-odds of held-out blocks by models not trained on them. If groups overlap, the last to finish overwrites others.
 */
export async function heldOutScores(
  training: TrainingData,
  heldOut: readonly HeldOut[],
  onProgress: (share: number) => void = () => {},
  options = BLOCK_MODEL,
): Promise<Float32Array> {
  const { set } = training;
  const scores = new Float32Array(set.share.length);
  const done = new Float64Array(heldOut.length);
  await Promise.all(
    heldOut.map(async (group, i) => {
      const model = await fitBlockModel(
        () => weightedPages(training, page => !group.isHeldOut(page)),
        options,
        share => {
          done[i] = share;
          onProgress(done.reduce((sum, part) => sum + part, 0) / heldOut.length);
        },
      );
      for (const page of set.pages) if (group.isHeldOut(page)) scorePage(model, set, page, scores);
    }),
  );
  return scores;
}

export function scorePage(
  model: BoostingModel,
  set: TrainingSet,
  page: TrainingPage,
  scores: Float32Array,
): void {
  const data = set.rows.subarray(page.first * set.width, (page.first + page.blocks) * set.width);
  scores.set(model.scores({ kind: 'dense', rows: page.blocks, columns: set.width, data }), page.first);
}
