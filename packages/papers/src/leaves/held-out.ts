import { LEAF_LABELS } from '@webpith/lab';
import type { LabelledPage } from './labelled-pages.js';
import { labelNumber } from './labels.js';
import { fitLeaves, type LeafData, type LeafFitOptions, type LeavesModel, mostProbable } from './model.js';
import { selectPages, vectorise } from './vectors.js';

interface HeldOut {
  readonly model: LeavesModel;
  readonly predicted: readonly number[];
  readonly probabilities: Float64Array;
}

/**
 * Fits the random field on rich features of some pages and predicts the most probable label of each leaf of others.
 */
export function fitAndLabel(
  data: LeafData,
  options: LeafFitOptions,
  isTrain: (page: number) => boolean,
  isTest: (page: number) => boolean,
): HeldOut {
  const { model, sequences } = fitAndVectorise(data, options, isTrain, isTest);
  const { path, probabilities } = mostProbable(model.crf, sequences);
  const predicted = Array.from(path, label => labelNumber(model.crf.labels[label]!));
  return { model, predicted, probabilities };
}

/**
 * The same, with the probabilities of all labels: one array per page, leaf by leaf, in the order of `LEAF_LABELS`.
 */
export function fitMarginals(
  data: LeafData,
  options: LeafFitOptions,
  isTrain: (page: number) => boolean,
  isTest: (page: number) => boolean,
): Float64Array[] {
  const { model, sequences } = fitAndVectorise(data, options, isTrain, isTest);
  const { labels } = model.crf;
  const marginals = model.crf.marginals(sequences);
  return Array.from({ length: sequences.starts.length - 1 }, (_, page) => {
    const first = sequences.starts[page]!;
    const own = new Float64Array((sequences.starts[page + 1]! - first) * LEAF_LABELS.length);
    for (let leaf = 0; leaf * LEAF_LABELS.length < own.length; leaf++) {
      labels.forEach((label, l) => {
        own[leaf * LEAF_LABELS.length + labelNumber(label)] = marginals[(first + leaf) * labels.length + l]!;
      });
    }
    return own;
  });
}

function fitAndVectorise(
  data: LeafData,
  options: LeafFitOptions,
  isTrain: (page: number) => boolean,
  isTest: (page: number) => boolean,
) {
  const model = fitLeaves(selectPages(data, isTrain), 'rich', options);
  const columns = new Map(model.vectors.names.map((name, i) => [name, i]));
  const byColumn = Int32Array.from(data.names, name => columns.get(name) ?? -1);
  const numbers = new Int32Array(model.vectors.names.length);
  byColumn.forEach((column, number) => {
    if (column >= 0) numbers[column] = number;
  });
  return { model, sequences: vectorise(selectPages(data, isTest).rows, model.vectors, numbers) };
}

/** Assigns whole sites to folds, round-robin in order of appearance. */
export function foldOfPages(pages: readonly Pick<LabelledPage, 'site'>[], folds: number): number[] {
  const sites = [...new Set(pages.map(page => page.site))];
  const order = new Map(sites.map((site, i) => [site, i % folds]));
  return pages.map(page => order.get(page.site)!);
}
