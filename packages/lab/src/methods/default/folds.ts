import type { BoostingModel } from '@pith/learn';
import { foldCorpus } from '../../corpora/split.js';
import { fitBlockModel } from './block-model.js';
import type { TrainingPage, TrainingSet } from './training-set.js';

/** Models that never saw the pages they speak of. */
export const FOLDS = 5;
/** Models fitted at the same time: one a core on the machines this is made for. */
const AT_ONCE = 2;

/** Fold of every page: whole sites, page types spread evenly. */
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

/** Log-odds of every block by the model of the folds that its page is not in. */
export async function outOfFoldScores(
  set: TrainingSet,
  folds: Int32Array,
  onProgress: (share: number) => void = () => {},
): Promise<Float32Array> {
  const scores = new Float32Array(set.share.length);
  const done = new Float64Array(FOLDS);
  const report = (fold: number, share: number) => {
    done[fold] = share;
    onProgress(done.reduce((sum, part) => sum + part, 0) / FOLDS);
  };
  const waiting = Array.from({ length: FOLDS }, (_, fold) => fold);
  const work = async () => {
    for (let fold = waiting.shift(); fold !== undefined; fold = waiting.shift()) {
      const here = fold;
      const train = set.pages.filter((_, i) => folds[i] !== here);
      const model = await fitBlockModel(set, train, undefined, share => report(here, share));
      set.pages.forEach((page, i) => {
        if (folds[i] === here) scorePage(model, set, page, scores);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return scores;
}

function scorePage(model: BoostingModel, set: TrainingSet, page: TrainingPage, scores: Float32Array): void {
  const data = set.rows.subarray(page.first * set.width, (page.first + page.blocks) * set.width);
  scores.set(model.scores({ kind: 'dense', rows: page.blocks, columns: set.width, data }), page.first);
}
