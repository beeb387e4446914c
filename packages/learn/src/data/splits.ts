import { LearnError } from '../errors.js';
import { seededRandom } from '../random.js';
import type { Dataset } from './dataset.js';

export interface Split {
  readonly train: Int32Array;
  readonly test: Int32Array;
}

export interface FoldOptions {
  readonly folds: number;
  readonly seed?: number;
}

/** Folds stratified by class, of whole groups if the data has groups. */
export function crossValidationFolds(data: Dataset, { folds, seed = 1 }: FoldOptions): Split[] {
  return data.groups ? groupedFolds(data.groups, data.y, folds, seed) : stratifiedFolds(data.y, folds, seed);
}

/** Assigns shuffled rows class by class, so that sizes and class counts differ by at most one between folds. */
export function stratifiedFolds(y: Int32Array, folds: number, seed = 1): Split[] {
  checkFolds(folds, y.length, 'rows');
  const foldOf = new Int32Array(y.length);
  shuffledByClass(y, seed).forEach((row, i) => {
    foldOf[row] = i % folds;
  });
  return splitsFrom(foldOf, folds);
}

/** Assigns whole groups, large ones first, each to the fold where Σ (count / class total)² grows least. */
export function groupedFolds(groups: Int32Array, y: Int32Array, folds: number, seed = 1): Split[] {
  const members = rowsByGroup(groups);
  checkFolds(folds, members.size, 'groups');
  const classCount = y.reduce((most, label) => Math.max(most, label), 0) + 1;
  const totals = new Float64Array(classCount);
  for (const label of y) totals[label]!++;
  const counts = Array.from({ length: folds }, () => new Float64Array(classCount));
  const sizes = new Int32Array(folds);
  const foldOf = new Int32Array(groups.length);
  const order = seededRandom(seed).shuffle([...members.values()]);
  for (const rows of order.sort((a, b) => b.length - a.length)) {
    const own = new Float64Array(classCount);
    for (const row of rows) own[y[row]!]!++;
    const fold = leastGrowth(own, counts, totals, sizes);
    own.forEach((count, label) => {
      counts[fold]![label]! += count;
    });
    sizes[fold]! += rows.length;
    for (const row of rows) foldOf[row] = fold;
  }
  return splitsFrom(foldOf, folds);
}

function checkFolds(folds: number, available: number, what: string): void {
  if (!Number.isInteger(folds) || folds < 2) {
    throw new LearnError('bad-option', `folds must be a whole number of at least 2, got ${folds}.`);
  }
  if (folds > available) {
    const message = `There are ${folds} folds for ${available} ${what}; use at most one fold for each of the ${what}.`;
    throw new LearnError('bad-option', message);
  }
}

/** The sort is stable, so rows of a class stay shuffled. */
function shuffledByClass(y: Int32Array, seed: number): number[] {
  const rows = seededRandom(seed).shuffle(Array.from(y.keys()));
  return rows.sort((a, b) => y[a]! - y[b]!);
}

function rowsByGroup(groups: Int32Array): Map<number, number[]> {
  const members = new Map<number, number[]>();
  groups.forEach((group, row) => {
    const rows = members.get(group);
    if (rows) rows.push(row);
    else members.set(group, [row]);
  });
  return members;
}

function leastGrowth(
  own: Float64Array,
  counts: Float64Array[],
  totals: Float64Array,
  sizes: Int32Array,
): number {
  let best = 0;
  let bestGrowth = Number.POSITIVE_INFINITY;
  counts.forEach((count, fold) => {
    let growth = 0;
    for (let label = 0; label < own.length; label++) {
      if (own[label]! > 0) growth += (own[label]! * (2 * count[label]! + own[label]!)) / totals[label]! ** 2;
    }
    if (growth < bestGrowth || (growth === bestGrowth && sizes[fold]! < sizes[best]!)) {
      best = fold;
      bestGrowth = growth;
    }
  });
  return best;
}

function splitsFrom(foldOf: Int32Array, folds: number): Split[] {
  return Array.from({ length: folds }, (_, fold) => ({
    train: rowsWhere(foldOf, value => value !== fold),
    test: rowsWhere(foldOf, value => value === fold),
  }));
}

function rowsWhere(marks: Int32Array, test: (mark: number) => boolean): Int32Array {
  return Int32Array.from(marks.keys()).filter(row => test(marks[row]!));
}
