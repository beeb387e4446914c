import { type ClassifierModel, createClassifier, datasetFromRows, numericAttributes } from '@webpith/learn';
import { PAGE_CLASSES } from '../decide.js';
import type { GoldPage } from '../gold.js';
import { regionAccuracyOf } from '../outcomes.js';
import type { ContainerShares } from './model.js';
import { PAGE_FEATURES } from './page-features.js';
import type { PageMap } from './page-map.js';
import { segmentAs } from './segment.js';

/** A page to learn from: what it is, its features, and how good each share would be on it. */
export interface PlusExample {
  readonly gold: GoldPage;
  readonly features: readonly number[];
  /** Region accuracy of the page cut as what it is, for each share of `SHARE_GRID`; NaN without annotation. */
  readonly accuracies: readonly number[];
}

/** Shares that are tried. */
export const SHARE_GRID: readonly number[] = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];

/** Measures all shares on a page of known class. */
export function shareAccuracies(map: PageMap, gold: GoldPage): number[] {
  return SHARE_GRID.map(share => {
    const cut = segmentAs(map, gold.pageClass, { article: share, multiple: share });
    return regionAccuracyOf(cut, gold) ?? Number.NaN;
  });
}

/** The shares with the best mean region accuracy, that of articles and that of several areas apart. */
export function learnShares(examples: readonly PlusExample[]): ContainerShares {
  const best = (isMultiple: boolean) => {
    const pages = examples.filter(({ gold }) => (gold.pageClass === 'multiple') === isMultiple);
    const means = SHARE_GRID.map((_, i) => meanOf(pages.map(page => page.accuracies[i]!)));
    return SHARE_GRID[means.indexOf(Math.max(...means))]!;
  };
  return { article: best(false), multiple: best(true) };
}

/** Boosted trees over the features, every class of the same weight: pages of one kind are not more common on the web. */
export function learnTypes(examples: readonly PlusExample[]): ClassifierModel {
  const counts = PAGE_CLASSES.map(name => examples.filter(({ gold }) => gold.pageClass === name).length);
  const data = datasetFromRows({
    attributes: numericAttributes(PAGE_FEATURES),
    rows: examples.map(({ features }) => features),
    labels: examples.map(({ gold }) => gold.pageClass),
    classes: PAGE_CLASSES,
    weights: examples.map(
      ({ gold }) => examples.length / (3 * counts[PAGE_CLASSES.indexOf(gold.pageClass)]!),
    ),
  });
  return createClassifier('boosting').fit(data) as ClassifierModel;
}

function meanOf(values: readonly number[]): number {
  const known = values.filter(value => !Number.isNaN(value));
  return known.length === 0 ? 0 : known.reduce((sum, value) => sum + value, 0) / known.length;
}
