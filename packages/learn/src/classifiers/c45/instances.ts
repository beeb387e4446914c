import type { Attribute } from '../../data/dataset.js';
import type { Matrix } from '../../data/matrix.js';
import { Distribution } from './distribution.js';

/** Rows that reach a node, each with the part of its weight that does. */
export interface Instances {
  readonly rows: Int32Array;
  readonly weights: Float64Array;
  readonly total: number;
}

/** What growing and pruning read; fixed for a whole fit. */
export interface TrainingData {
  readonly x: Matrix;
  readonly y: Int32Array;
  readonly classes: number;
  readonly attributes: readonly Attribute[];
  /** For each numeric column the rank of each row among the sorted distinct values; -1 where it is missing. */
  readonly ranks: readonly (Int32Array | undefined)[];
  /** For each numeric column its distinct values, ascending. */
  readonly values: readonly (Float64Array | undefined)[];
}

/** A test at a node: a numeric attribute against a point, or a branch for each nominal value. */
export interface Split {
  readonly attribute: number;
  readonly branches: number;
  /** Values up to and including this go to the first branch; undefined for a nominal attribute. */
  readonly point: number | undefined;
}

/** The branch a value goes to; -1 where it is missing. */
function branchOf(split: Split, value: number): number {
  if (Number.isNaN(value)) return -1;
  if (split.point === undefined) return value;
  return value <= split.point ? 0 : 1;
}

/** Class weights of instances as a distribution with one branch. */
export function classDistribution(data: TrainingData, instances: Instances): Distribution {
  const distribution = new Distribution(1, data.classes);
  for (let i = 0; i < instances.rows.length; i++) {
    distribution.add(0, data.y[instances.rows[i]!]!, instances.weights[i]!);
  }
  return distribution;
}

/** How a split deals out instances: first those with a value, then the others in the proportions of the first. */
export function splitDistribution(data: TrainingData, split: Split, instances: Instances): Distribution {
  const { x, y } = data;
  const distribution = new Distribution(split.branches, data.classes);
  const missing: number[] = [];
  instances.rows.forEach((row, i) => {
    const branch = branchOf(split, x.data[row * x.columns + split.attribute]!);
    if (branch < 0) missing.push(i);
    else distribution.add(branch, y[row]!, instances.weights[i]!);
  });
  if (missing.length === 0) return distribution;
  const shares = distribution.shares();
  for (const i of missing) {
    shares.forEach((share, branch) => {
      distribution.add(branch, y[instances.rows[i]!]!, share * instances.weights[i]!);
    });
  }
  return distribution;
}

/** The instances of each branch; one with a missing value goes to all, with the branch's share of its weight. */
export function dealOut(
  data: TrainingData,
  split: Split,
  distribution: Distribution,
  instances: Instances,
): Instances[] {
  const shares = distribution.shares();
  const rows: number[][] = Array.from(shares, () => []);
  const weights: number[][] = Array.from(shares, () => []);
  instances.rows.forEach((row, i) => {
    const branch = branchOf(split, data.x.data[row * data.x.columns + split.attribute]!);
    if (branch >= 0) {
      rows[branch]!.push(row);
      weights[branch]!.push(instances.weights[i]!);
      return;
    }
    shares.forEach((share, k) => {
      if (share <= 1e-6) return;
      rows[k]!.push(row);
      weights[k]!.push(share * instances.weights[i]!);
    });
  });
  return rows.map((list, branch) => ({
    rows: Int32Array.from(list),
    weights: Float64Array.from(weights[branch]!),
    total: weights[branch]!.reduce((sum, weight) => sum + weight, 0),
  }));
}
