import { heed } from '@webpith/lab/internals';
import { fitPlatt, type PlattCalibration } from '@webpith/learn';
import { logOdds } from './belief.js';
import { fitAndLabel, foldOfPages } from './held-out.js';
import type { LabelledPage } from './labelled-pages.js';
import type { LeafFitOptions } from './model.js';
import { prepareLeaves } from './prepare.js';

/** Folds of whole sites over the training pages. */
const FOLDS = 3;

/**
 * How far the probabilities of a random field can be believed on sites that it does not know: leaves of one page share their
 * features, so it is surer of a label than it is right. Learned from what fits on two folds say of the third; undefined where they are always
 * right, or never.
 */
export async function fitCalibration(
  pages: readonly LabelledPage[],
  options: LeafFitOptions,
  signal?: AbortSignal,
): Promise<PlattCalibration | undefined> {
  const data = prepareLeaves(pages, 'rich');
  const folds = foldOfPages(pages, FOLDS);
  const scores: number[] = [];
  const positive: number[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    await heed(signal);
    const isHeld = (page: number) => folds[page] === fold;
    const { said, probabilities } = fitAndLabel(data, options, page => !isHeld(page), isHeld);
    const gold = pages.flatMap(({ y }, page) => (isHeld(page) ? [...y] : []));
    scores.push(...Array.from(probabilities, logOdds));
    positive.push(...said.map((label, leaf) => (label === gold[leaf] ? 1 : 0)));
  }
  return positive.includes(0) && positive.includes(1) ? fitPlatt({ scores, positive }) : undefined;
}
