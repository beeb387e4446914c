import { LEAF_LABELS } from '@webpith/lab';
import type { LabelledPage } from './labelled-pages.js';
import { labelNumber } from './labels.js';
import { fitLeaves, type LeafData, type LeafFitOptions, type LeavesModel, mostProbable } from './model.js';
import { selectPages, vectorise } from './vectors.js';

/** Fits the random field on the training pages and predicts the most probable label of each leaf of the test pages. */
export function fitAndLabel(
  data: LeafData,
  options: LeafFitOptions,
  isTrain: (page: number) => boolean,
  isTest: (page: number) => boolean,
): { readonly model: LeavesModel; readonly predicted: readonly number[] } {
  const { model, sequences } = fitAndVectorise(data, options, isTrain, isTest);
  const { path } = mostProbable(model.crf, sequences);
  return { model, predicted: Array.from(path, label => labelNumber(model.crf.labels[label]!)) };
}

/**
 * Like `fitAndLabel`, but returns the probabilities of all labels in the order of `LEAF_LABELS`: one array per page,
 * leaf by leaf.
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
  const numberOf = new Map(data.names.map((name, number) => [name, number]));
  const numbers = Int32Array.from(model.vectors.names, name => numberOf.get(name)!);
  return { model, sequences: vectorise(selectPages(data, isTest).rows, model.vectors, numbers) };
}

/** Assigns whole sites to folds, in turn. */
export function foldOfPages(pages: readonly Pick<LabelledPage, 'site'>[], folds: number): number[] {
  const sites = [...new Set(pages.map(page => page.site))];
  const order = new Map(sites.map((site, i) => [site, i % folds]));
  return pages.map(page => order.get(page.site)!);
}
