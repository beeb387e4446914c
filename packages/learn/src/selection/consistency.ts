import type { Dataset } from '../data/dataset.js';
import type { FitControl } from '../estimator.js';
import { bestFirstSubset, type ScoredSubset } from './best-first.js';
import { discreteColumns } from './discretise.js';

/**
 * Consistency subset (Liu & Setiono 1996): a small subset whose value patterns predict the class as consistently as
 * all columns. Consistency is the share of weight that a majority vote of rows with the same pattern gets right.
 */
export function consistencySubset(data: Dataset, control?: FitControl): ScoredSubset {
  const columns = discreteColumns(data);
  const consistency = (subset: readonly number[]): number => {
    const votes = new Map<string, Float64Array>();
    let total = 0;
    for (let row = 0; row < data.x.rows; row++) {
      const pattern = subset.map(column => columns[column]!.bins[row]!).join();
      const counts = votes.get(pattern) ?? new Float64Array(data.classes.length);
      votes.set(pattern, counts);
      const weight = data.weights?.[row] ?? 1;
      counts[data.y[row]!]! += weight;
      total += weight;
    }
    let right = 0;
    for (const counts of votes.values()) right += counts.reduce((most, count) => Math.max(most, count), 0);
    return right / total;
  };
  const enough = consistency(columns.map((_, column) => column));
  return bestFirstSubset(columns.length, consistency, { enough: enough - 1e-12 }, control);
}
