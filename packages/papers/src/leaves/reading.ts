import { LEAF_LABELS } from '@webpith/lab';
import { yieldToAbort } from '@webpith/lab/internals';
import { fitPlatt, type PlattCalibration } from '@webpith/learn';
import { logOdds } from './calibration.js';
import { fitAndMargin, foldOfPages } from './held-out.js';
import { chosenWeights } from './label-weights.js';
import type { LabelledPage } from './labelled-pages.js';
import { mostProbableOf } from './margins.js';
import type { LeafFitOptions, LeavesModel } from './model.js';
import { prepareLeaves } from './prepare.js';

const FOLDS = 3;

/**
 * Learns label weights and calibration from predictions on held-out folds of whole sites. Weights: some labels are
 * predicted too rarely. Calibration: leaves of one page share features, so the field is overconfident; omitted if the
 * predictions are all right or all wrong.
 */
export async function fitReading(
  pages: readonly LabelledPage[],
  options: LeafFitOptions,
  signal?: AbortSignal,
): Promise<Pick<LeavesModel, 'weights' | 'calibration'>> {
  const data = prepareLeaves(pages, 'rich');
  const folds = foldOfPages(pages, FOLDS);
  const held: { readonly gold: Int32Array; readonly margins: Float64Array }[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    await yieldToAbort(signal);
    const isHeld = (page: number) => folds[page] === fold;
    const margins = fitAndMargin(data, options, page => !isHeld(page), isHeld);
    const gold = pages.flatMap(({ y }, page) => (isHeld(page) ? [y] : []));
    held.push(...gold.map((y, i) => ({ gold: y, margins: margins[i]! })));
  }
  const weights = chosenWeights(held, 'micro');
  const calibration = calibrationOf(held, weights);
  const telling = LEAF_LABELS.flatMap((label, i) =>
    weights[i] === 1 ? [] : [[label, weights[i]!] as const],
  );
  return { weights: Object.fromEntries(telling), ...(calibration && { calibration }) };
}

function calibrationOf(
  held: readonly { readonly gold: Int32Array; readonly margins: Float64Array }[],
  weights: readonly number[],
): PlattCalibration | undefined {
  const scores: number[] = [];
  const positive: number[] = [];
  for (const { gold, margins } of held) {
    const { path, probabilities } = mostProbableOf(margins, LEAF_LABELS.length, weights);
    for (const p of probabilities) scores.push(logOdds(p));
    path.forEach((label, leaf) => {
      positive.push(label === gold[leaf] ? 1 : 0);
    });
  }
  return positive.includes(0) && positive.includes(1) ? fitPlatt({ scores, positive }) : undefined;
}
