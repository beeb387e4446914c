import type { Dataset } from '../data/dataset.js';
import { selectColumns } from '../data/subset.js';
import type { Classifier, FitControl } from '../estimator.js';
import { crossValidate, weightedAccuracy } from '../judging/cross-validation.js';
import { bestFirstSubset, type ScoredSubset } from './best-first.js';

/**
 * Wrapper subset (Kohavi & John 1997; paper 003, §6.4.2): the columns with the best cross-validated accuracy of the
 * classifier. Every step fits `folds` models for each remaining column.
 */
export function wrapperSubset(
  data: Dataset,
  classifier: Classifier,
  options: { readonly folds: number; readonly seed: number },
  control?: FitControl,
): ScoredSubset {
  const merit = (columns: readonly number[]): number => {
    if (columns.length === 0) return majorityShare(data);
    const stop = control?.stopped && { stopped: control.stopped };
    return crossValidate(classifier, selectColumns(data, columns), options, stop).accuracy;
  };
  return bestFirstSubset(data.attributes.length, merit, {}, control);
}

/** Accuracy of always predicting the heaviest class. */
function majorityShare(data: Dataset): number {
  const constant = (label: number) => data.y.map(() => label);
  return Math.max(...data.classes.map((_, label) => weightedAccuracy(data, constant(label))));
}
