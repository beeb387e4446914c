import type { Dataset } from '../data/dataset.js';
import { selectColumns } from '../data/subset.js';
import { type FitControl, type Learner, step } from '../estimator.js';
import { crossValidate, weightedAccuracy } from '../evaluation/cross-validation.js';
import { contingency, discreteColumns, symmetricalUncertainty } from './discretise.js';

export interface ScoredSubset {
  readonly columns: readonly number[];
  readonly merit: number;
}

// Minimum gain in merit that counts as progress, as in Weka.
const MIN_PROGRESS = 1e-5;

/** Consecutive expansions without progress that end the search, as in Hall & Holmes 2003. */
const PATIENCE = 5;

/** Best-first search: repeatedly expands the best unexpanded subset by every other column. Stops at merit `enough`. */
export function bestFirstSubset(
  columns: number,
  merit: (columns: readonly number[]) => number,
  enough: number,
  control?: FitControl,
): ScoredSubset {
  let best: ScoredSubset = { columns: [], merit: merit([]) };
  const open: ScoredSubset[] = [best];
  const seen = new Set<string>(['']);
  for (let stale = 0; stale < PATIENCE && best.merit < enough; ) {
    const current = open.shift();
    if (!current) break;
    step(control, stale / PATIENCE, `best ${best.merit.toFixed(4)} with ${best.columns.length} columns`);
    let better = false;
    for (const subset of extensions(current.columns, columns, seen)) {
      const found = { columns: subset, merit: merit(subset) };
      insert(open, found);
      if (found.merit <= best.merit + MIN_PROGRESS) continue;
      best = found;
      better = true;
    }
    stale = better ? 0 : stale + 1;
  }
  return best;
}

function extensions(columns: readonly number[], count: number, seen: Set<string>): number[][] {
  const found: number[][] = [];
  for (let column = 0; column < count; column++) {
    if (columns.includes(column)) continue;
    const subset = [...columns, column].sort((a, b) => a - b);
    const key = subset.join();
    if (seen.has(key)) continue;
    seen.add(key);
    found.push(subset);
  }
  return found;
}

function insert(open: ScoredSubset[], subset: ScoredSubset): void {
  const next = open.findIndex(({ merit }) => merit < subset.merit);
  open.splice(next < 0 ? open.length : next, 0, subset);
}

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
  const pairs: number[] = [];
  const between = (a: number, b: number) => {
    pairs[a * columns.length + b] ??= correlation(columns[a]!, columns[b]!);
    return pairs[a * columns.length + b]!;
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
  return bestFirstSubset(columns.length, merit, Number.POSITIVE_INFINITY, control);
}

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
  const ofAll = consistency(columns.map((_, column) => column));
  return bestFirstSubset(columns.length, consistency, ofAll - 1e-12, control);
}

/**
 * Wrapper subset (Kohavi & John 1997; paper 003, §6.4.2): the columns with the best cross-validated accuracy of the
 * classifier. Expanding a subset fits `folds` models for each other column.
 */
export function wrapperSubset(
  data: Dataset,
  classifier: Learner,
  options: { readonly folds: number; readonly seed: number },
  control?: FitControl,
): ScoredSubset {
  const merit = (columns: readonly number[]): number => {
    if (columns.length === 0) return majorityShare(data);
    const own = selectColumns(data, columns);
    return crossValidate(classifier, own, options, { stopped: control?.stopped }).accuracy;
  };
  return bestFirstSubset(data.attributes.length, merit, Number.POSITIVE_INFINITY, control);
}

function majorityShare(data: Dataset): number {
  const constant = (label: number) => data.y.map(() => label);
  return Math.max(...data.classes.map((_, label) => weightedAccuracy(data, constant(label))));
}
