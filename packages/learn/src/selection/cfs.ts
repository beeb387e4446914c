import type { Dataset } from '../data/dataset.js';
import type { FitControl } from '../estimator.js';
import { bestFirstSubset, type ScoredSubset } from './best-first.js';
import { discreteColumns } from './discretise.js';
import { contingency, symmetricalUncertainty } from './entropy.js';

/**
 * Correlation-based feature selection (Hall 2000): columns that correlate with the class and not with each other. The
 * merit of k columns is k · r̄(column, class) / √(k + k (k − 1) · r̄(column, column)), where r is symmetrical
 * uncertainty.
 */
export function cfsSubset(data: Dataset, control?: FitControl): ScoredSubset {
  const columns = discreteColumns(data);
  const classColumn = { bins: data.y, size: data.classes.length };
  const correlation = (a: typeof classColumn, b: typeof classColumn) =>
    symmetricalUncertainty(contingency(a.bins, a.size, b.bins, b.size, data.weights));
  const withClass = columns.map(column => correlation(column, classColumn));
  const pairs = new Map<number, number>();
  const between = (a: number, b: number) => {
    const key = a * columns.length + b;
    const known = pairs.get(key);
    if (known !== undefined) return known;
    const found = correlation(columns[a]!, columns[b]!);
    pairs.set(key, found);
    return found;
  };
  const merit = (subset: readonly number[]) => {
    let toClass = 0;
    let spread = subset.length;
    subset.forEach((a, i) => {
      toClass += withClass[a]!;
      for (let j = i + 1; j < subset.length; j++) spread += 2 * between(a, subset[j]!);
    });
    return subset.length === 0 ? 0 : toClass / Math.sqrt(spread);
  };
  return bestFirstSubset(columns.length, merit, {}, control);
}
