import { denseMatrix } from '@webpith/learn';
import { PAGE_CLASSES, type PageClass } from '../decide.js';
import { learnThresholds, type Outcomes, type Score, scoreThresholds } from '../learn.js';
import type { Thresholds } from '../model.js';
import { learnShares, learnTypes, SHARE_GRID } from '../plus/learn.js';
import { PAGE_FEATURES } from '../plus/page-features.js';
import type { MeasuredPage } from './measure.js';
import { FOLDS } from './pages.js';

/** One row of table 2: means over five folds, learning from a fifth of the sites and testing on the rest. */
export interface FoldedScore extends Score {
  readonly thresholds: readonly Thresholds[];
  readonly deviation: number;
}

/** A row of table 2 for the pages of one class, or of all. */
export function fiveFolds(
  pages: readonly Outcomes[],
  fold: ArrayLike<number>,
  pageClass?: PageClass,
): FoldedScore {
  const isWanted = (page: Outcomes) => pageClass === undefined || page.gold.pageClass === pageClass;
  const scores: Score[] = [];
  const thresholds: Thresholds[] = [];
  for (let i = 0; i < FOLDS; i++) {
    const learned = learnThresholds(pages.filter((page, p) => fold[p] === i && isWanted(page)));
    thresholds.push(learned);
    scores.push(
      scoreThresholds(
        pages.filter((page, p) => fold[p] !== i && isWanted(page)),
        learned,
      ),
    );
  }
  const precision = mean(scores.map(score => score.precision));
  const deviation = Math.sqrt(mean(scores.map(score => (score.precision - precision) ** 2)));
  return {
    precision,
    deviation,
    regionAccuracy: mean(scores.map(score => score.regionAccuracy)),
    thresholds,
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

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

export interface PlusPrediction {
  readonly pageClass: PageClass;
  readonly share: number;
  readonly accuracy: number;
}

/** Predictions of five models, each for the fold that it was not trained on. */
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
