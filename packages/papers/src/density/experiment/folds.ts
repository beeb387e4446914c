import { denseMatrix } from '@webpith/learn';
import { meanOf } from '../../mean-of.js';
import { PAGE_CLASSES, type PageClass } from '../decide.js';
import { learnThresholds, type Outcomes, type Score, scoreThresholds } from '../learn.js';
import type { Thresholds } from '../model.js';
import { learnShares, learnTypes, SHARE_GRID } from '../plus/learn.js';
import { PAGE_FEATURES } from '../plus/page-features.js';
import type { MeasuredPage } from './measure.js';
import { FOLDS } from './pages.js';

/** A row of table 2: means over five folds. Each learns from a fifth of the sites and is tested on the rest. */
export interface FoldedScore extends Score {
  /** By fold. */
  readonly thresholds: readonly Thresholds[];
  /** Standard deviation of the precision. */
  readonly deviation: number;
}

export function fiveFolds(
  pages: readonly Outcomes[],
  fold: ArrayLike<number>,
  pageClass?: PageClass,
): FoldedScore {
  const isWanted = ({ gold }: Outcomes) => pageClass === undefined || gold.pageClass === pageClass;
  const scores = Array.from({ length: FOLDS }, (_, i) => {
    const side = (isLearned: boolean) =>
      pages.filter((page, p) => (fold[p] === i) === isLearned && isWanted(page));
    const thresholds = learnThresholds(side(true));
    return { thresholds, ...scoreThresholds(side(false), thresholds) };
  });
  const precision = meanOf(scores.map(score => score.precision));
  return {
    precision,
    deviation: Math.sqrt(meanOf(scores.map(score => (score.precision - precision) ** 2))),
    regionAccuracy: meanOf(scores.map(score => score.regionAccuracy)),
    thresholds: scores.map(score => score.thresholds),
  };
}

export function confusionOfFolds(
  pages: readonly Outcomes[],
  fold: ArrayLike<number>,
  thresholds: readonly Thresholds[],
): number[][] {
  const table = PAGE_CLASSES.map(() => PAGE_CLASSES.map(() => 0));
  pages.forEach((page, p) => {
    thresholds.forEach(({ t1, t2 }, i) => {
      if (fold[p] === i) return;
      table[PAGE_CLASSES.indexOf(page.gold.pageClass)]![page.predicted(t1, t2)]!++;
    });
  });
  return table;
}

export interface PlusPrediction {
  readonly pageClass: PageClass;
  readonly share: number;
  readonly accuracy: number;
}

/** Predictions of five models, each for the one fold it was not trained on. */
export function plusPredictions(pages: readonly MeasuredPage[], fold: ArrayLike<number>): PlusPrediction[] {
  const predictions: PlusPrediction[] = [];
  for (let i = 0; i < FOLDS; i++) {
    const train = pages.filter((_, p) => fold[p] !== i).map(page => page.plus);
    const shares = learnShares(train);
    const types = learnTypes(train);
    pages.forEach((page, p) => {
      if (fold[p] !== i) return;
      const predicted = types.predict(denseMatrix([page.plus.features], PAGE_FEATURES.length))[0]!;
      const pageClass = PAGE_CLASSES[predicted]!;
      const share = pageClass === 'multiple' ? shares.multiple : shares.article;
      const accuracy = page.plusAccuracies[predicted]![SHARE_GRID.indexOf(share)]!;
      predictions[p] = { pageClass, share, accuracy };
    });
  }
  return predictions;
}
