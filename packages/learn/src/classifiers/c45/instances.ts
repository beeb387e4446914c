import type { Attribute } from '../../data/dataset.js';
import type { Matrix } from '../../data/matrix.js';
import { Distribution } from './distribution.js';

/** Rows that reach a node, each with the part of its weight that does. */
export interface Instances {
  readonly rows: Int32Array;
  readonly weights: Float64Array;
  readonly total: number;
}

export interface TrainingData {
  readonly x: Matrix;
  readonly y: Int32Array;
  readonly classes: number;
  readonly attributes: readonly Attribute[];
  /** Rank of each row among the distinct values of a numeric column; -1 if missing. */
  readonly ranks: readonly (Int32Array | undefined)[];
  /** Distinct values of each numeric column, ascending. */
  readonly values: readonly (Float64Array | undefined)[];
}

/** A numeric attribute against a point, or one branch per nominal value. */
export interface Split {
  readonly attribute: number;
  readonly branches: number;
  /** Values up to this go to the first branch; undefined for a nominal attribute. */
  readonly point: number | undefined;
}

/** -1 if the value is missing. */
function branchOf(split: Split, value: number): number {
  if (Number.isNaN(value)) return -1;
  if (split.point === undefined) return value;
  return value <= split.point ? 0 : 1;
}

export function classDistribution(data: TrainingData, instances: Instances): Distribution {
  const distribution = new Distribution(1, data.classes);
  for (let i = 0; i < instances.rows.length; i++) {
    distribution.add(0, data.y[instances.rows[i]!]!, instances.weights[i]!);
  }
  return distribution;
}

/** Distribution of a split: instances without a value follow the proportions of those with one. */
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

/** Instances of each branch; those with a missing value go to all, weighted by the branch's share. */
export function splitInstances(
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
