import type { Attribute } from '../../data/dataset.js';
import type { Matrix } from '../../data/matrix.js';

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

export interface Split {
  readonly attribute: number;
  readonly branches: number;
  /** Values up to this go to the first branch; undefined for a nominal attribute. */
  readonly point: number | undefined;
}

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

/** Instances with a missing value are spread over the branches in proportion to the weight of the rest. */
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

/** Tolerance of comparisons of weights and gains, as in J48. */
export const TINY = 1e-6;

export class Distribution {
  readonly cells: Float64Array;
  readonly perBranch: Float64Array;
  readonly perClass: Float64Array;
  total = 0;

  constructor(
    readonly branches: number,
    readonly classes: number,
  ) {
    this.cells = new Float64Array(branches * classes);
    this.perBranch = new Float64Array(branches);
    this.perClass = new Float64Array(classes);
  }

  add(branch: number, label: number, weight: number): void {
    this.cells[branch * this.classes + label]! += weight;
    this.perBranch[branch]! += weight;
    this.perClass[label]! += weight;
    this.total += weight;
  }

  shares(): Float64Array {
    if (this.total <= 0) return this.perBranch.map(() => 1 / this.branches);
    return this.perBranch.map(weight => weight / this.total);
  }

  hasTwoBranchesOf(minimum: number): boolean {
    return this.perBranch.filter(weight => weight > minimum - TINY).length > 1;
  }

  heaviestBranch(): number {
    let best = 0;
    for (let branch = 1; branch < this.branches; branch++) {
      if (this.perBranch[branch]! > this.perBranch[best]! - TINY) best = branch;
    }
    return best;
  }

  errors(): number {
    return this.total - this.perClass[heaviestClass(this.perClass)]!;
  }
}

export function heaviestClass(counts: Float64Array): number {
  let best = 0;
  for (let label = 1; label < counts.length; label++) if (counts[label]! > counts[best]! + TINY) best = label;
  return best;
}

/** x log2 x of small integers: logarithms dominate the cost of growing, and most weights are integers. */
const WHOLE = Float64Array.from({ length: 65536 }, (_, x) => (x === 0 ? 0 : x * Math.log2(x)));

export function xLogX(x: number): number {
  const whole = x | 0;
  if (whole === x && whole >= 0 && whole < WHOLE.length) return WHOLE[whole]!;
  return x < TINY ? 0 : x * Math.log2(x);
}

export function classEntropy(distribution: Distribution): number {
  let entropy = xLogX(distribution.total);
  for (const count of distribution.perClass) entropy -= xLogX(count);
  return entropy;
}

export function informationGain(distribution: Distribution, weightOfAll: number, before: number): number {
  let gain = before;
  for (const weight of distribution.perBranch) gain -= xLogX(weight);
  for (const cell of distribution.cells) gain += xLogX(cell);
  return gainPerWeight(gain, distribution.total, weightOfAll);
}

/** Instances with a missing value gain nothing, so the gain shrinks by their share of `weightOfAll`. */
export function gainPerWeight(gain: number, known: number, weightOfAll: number): number {
  const shrunk = gain * (known / weightOfAll);
  return Math.abs(shrunk) <= TINY ? 0 : shrunk / known;
}

export function gainRatio(distribution: Distribution, weightOfAll: number, gain: number): number {
  let entropy = xLogX(weightOfAll) - xLogX(weightOfAll - distribution.total);
  for (const weight of distribution.perBranch) entropy -= xLogX(weight);
  return Math.abs(entropy) <= TINY ? 0 : gain / (entropy / weightOfAll);
}
