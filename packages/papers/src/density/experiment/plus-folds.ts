import { denseMatrix } from '@webpith/learn';
import { PAGE_CLASSES, type PageClass } from '../decide.js';
import { learnShares, learnTypes, SHARE_GRID } from '../plus/learn.js';
import { PAGE_FEATURES } from '../plus/page-features.js';
import type { MeasuredPage } from './measure.js';
import { FOLDS } from './pages.js';

/** Prediction of the variant for a page of an unseen site. */
export interface PlusVerdict {
  readonly pageClass: PageClass;
  readonly share: number;
  readonly accuracy: number;
}

/** Predictions of five models, each for the fold that it was not trained on. */
export function plusVerdicts(pages: readonly MeasuredPage[], fold: ArrayLike<number>): PlusVerdict[] {
  const verdicts: PlusVerdict[] = [];
  for (let i = 0; i < FOLDS; i++) {
    const train = pages.filter((_, p) => fold[p] !== i).map(page => page.plus);
    const shares = learnShares(train);
    const types = learnTypes(train);
    pages.forEach((page, p) => {
      if (fold[p] !== i) return;
      const said = types.predict(denseMatrix([page.plus.features], PAGE_FEATURES.length))[0]!;
      const pageClass = PAGE_CLASSES[said]!;
      const share = pageClass === 'multiple' ? shares.multiple : shares.article;
      const accuracy = page.plusAccuracies[said]![SHARE_GRID.indexOf(share)]!;
      verdicts[p] = { pageClass, share, accuracy };
    });
  }
  return verdicts;
}
