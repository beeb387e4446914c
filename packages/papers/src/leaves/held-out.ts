import { LEAF_LABELS } from '@webpith/lab';
import { yieldToAbort } from '@webpith/lab/internals';
import { fitPlatt, type PlattCalibration } from '@webpith/learn';
import type { LabelledPage } from './labelled-pages.js';
import {
  labelNumber,
  leafScores,
  logOdds,
  type Marginals,
  mostProbableLabels,
  mostProbableOf,
} from './labels.js';
import { fitLeaves, type LeafData, type LeafFitOptions, type LeavesModel, mostProbable } from './model.js';
import { prepareLeaves, selectPages, vectorise } from './vectors.js';

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

/** Like `fitAndLabel`, but returns the probabilities of all labels, one array per page. */
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

export function foldOfPages(pages: readonly Pick<LabelledPage, 'site'>[], folds: number): number[] {
  const sites = [...new Set(pages.map(page => page.site))];
  const order = new Map(sites.map((site, i) => [site, i % folds]));
  return pages.map(page => order.get(page.site)!);
}

const FOLDS = 3;

/**
 * Learns label weights and calibration from predictions on held-out folds of whole sites. The weights correct labels
 * that are predicted too rarely. Calibration is needed because leaves of one page share features, which makes the field
 * overconfident; it is absent if all predictions are right or all are wrong.
 */
export async function calibrateLabels(
  pages: readonly LabelledPage[],
  options: LeafFitOptions,
  signal?: AbortSignal,
): Promise<Pick<LeavesModel, 'weights' | 'calibration'>> {
  const data = prepareLeaves(pages, 'rich');
  const folds = foldOfPages(pages, FOLDS);
  const heldOut: { readonly gold: Int32Array; readonly marginals: Float64Array }[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    await yieldToAbort(signal);
    const isHeldOut = (page: number) => folds[page] === fold;
    const marginals = fitMarginals(data, options, page => !isHeldOut(page), isHeldOut);
    const gold = pages.flatMap(({ y }, page) => (isHeldOut(page) ? [y] : []));
    heldOut.push(...gold.map((y, i) => ({ gold: y, marginals: marginals[i]! })));
  }
  const weights = chooseWeights(heldOut, 'micro');
  const calibration = calibrationOf(heldOut, weights);
  const changed = LEAF_LABELS.flatMap((label, i) =>
    weights[i] === 1 ? [] : [[label, weights[i]!] as const],
  );
  return { weights: Object.fromEntries(changed), calibration };
}

function calibrationOf(
  heldOut: readonly { readonly gold: Int32Array; readonly marginals: Float64Array }[],
  weights: readonly number[],
): PlattCalibration | undefined {
  const scores: number[] = [];
  const positive: number[] = [];
  for (const { gold, marginals } of heldOut) {
    const { path, probabilities } = mostProbableOf(marginals, LEAF_LABELS.length, weights);
    for (const p of probabilities) scores.push(logOdds(p));
    path.forEach((label, leaf) => {
      positive.push(label === gold[leaf] ? 1 : 0);
    });
  }
  return positive.includes(0) && positive.includes(1) ? fitPlatt({ scores, positive }) : undefined;
}

const FACTORS = [0.5, 0.7, 1, 1.5, 2, 3];

export function chooseWeights(
  pages: readonly { readonly gold: Int32Array; readonly marginals: Marginals }[],
  mean: 'micro' | 'macro',
): number[] {
  const gold = pages.flatMap(page => [...page.gold]);
  const marginals = Float64Array.from(pages.flatMap(page => [...page.marginals]));
  const weights = LEAF_LABELS.map(() => 1);
  const score = (tried: readonly number[]) => leafScores(gold, mostProbableLabels(marginals, tried))[mean].f1;
  let best = score(weights);
  for (const label of new Set(gold)) {
    for (const factor of FACTORS) {
      const tried = weights.with(label, factor);
      const reached = score(tried);
      if (reached <= best) continue;
      best = reached;
      weights[label] = factor;
    }
  }
  return weights;
}
