import { type ClassifierModel, createClassifier, datasetFromRows, numericAttributes } from '@webpith/learn';
import { meanOf } from '../../mean-of.js';
import { PAGE_CLASSES, type PageClass } from '../decide.js';
import type { GoldPage } from '../gold.js';
import { regionAccuracyOf } from '../learn.js';
import { segmentAs } from './extractor.js';
import type { ContainerShares } from './model.js';
import { PAGE_FEATURES } from './page-features.js';
import type { PageMap } from './page-map.js';

export interface PlusExample {
  readonly gold: GoldPage;
  readonly features: readonly number[];
  /** Region accuracy if the page is segmented as its gold class, by share of `SHARE_GRID`; NaN without annotation. */
  readonly accuracies: readonly number[];
}

export const SHARE_GRID: readonly number[] = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];

export function shareAccuracies(map: PageMap, gold: GoldPage): number[] {
  return SHARE_GRID.map(share => {
    const cut = segmentAs(map, gold.pageClass, { article: share, multiple: share });
    return regionAccuracyOf(cut, gold) ?? Number.NaN;
  });
}

/** For a kind of page without examples. */
const USUAL_SHARE = 0.7;

/** The shares of best mean region accuracy, one for articles and one for multiple areas. */
export function learnShares(examples: readonly PlusExample[]): ContainerShares {
  const best = (isMultiple: boolean) => {
    const pages = examples.filter(({ gold }) => (gold.pageClass === 'multiple') === isMultiple);
    if (pages.length === 0) return USUAL_SHARE;
    const means = SHARE_GRID.map((_, i) =>
      meanOf(pages.map(page => page.accuracies[i]!).filter(accuracy => !Number.isNaN(accuracy))),
    );
    return SHARE_GRID[means.indexOf(Math.max(...means))]!;
  };
  return { article: best(false), multiple: best(true) };
}

/** Boosted trees; every class has the same total weight, because the training set does not reflect the web. */
export function learnTypes(examples: readonly PlusExample[]): ClassifierModel {
  const countOf = (name: PageClass) => examples.filter(({ gold }) => gold.pageClass === name).length;
  const classes = PAGE_CLASSES.filter(name => countOf(name) > 0);
  const data = datasetFromRows({
    attributes: numericAttributes(PAGE_FEATURES),
    rows: examples.map(({ features }) => features),
    labels: examples.map(({ gold }) => gold.pageClass),
    classes,
    weights: examples.map(({ gold }) => examples.length / (classes.length * countOf(gold.pageClass))),
  });
  return createClassifier('boosting').fit(data) as ClassifierModel;
}
