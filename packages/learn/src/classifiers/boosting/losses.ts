/** A loss over scores. Scores and derivatives are stored output by output (`output × rows + row`). */
export interface Loss {
  outputs(classes: number): number;
  start(targets: Float64Array, weights: Float64Array, rows: Int32Array, outputs: number): number[];
  derivatives(problem: LossProblem, gradients: Float64Array, hessians: Float64Array): void;
}

interface LossProblem {
  readonly scores: Float64Array;
  readonly targets: Float64Array;
  readonly weights: Float64Array;
  readonly outputs: number;
}

// Keeps scores of classes with almost no weight finite.
const LEAST_SHARE = 1e-12;

const logistic: Loss = {
  outputs: () => 1,
  start(targets, weights, rows) {
    const [negative, positive] = classShares(targets, weights, rows, 2);
    return [Math.log(positive! / negative!)];
  },
  derivatives({ scores, targets, weights }, gradients, hessians) {
    for (let row = 0; row < targets.length; row++) {
      const probability = 1 / (1 + Math.exp(-scores[row]!));
      gradients[row] = weights[row]! * (probability - targets[row]!);
      hessians[row] = weights[row]! * probability * (1 - probability);
    }
  },
};

const softmax: Loss = {
  outputs: classes => classes,
  start: (targets, weights, rows, outputs) =>
    classShares(targets, weights, rows, outputs).map(share => Math.log(share)),
  derivatives({ scores, targets, weights, outputs }, gradients, hessians) {
    const rows = targets.length;
    // The diagonal alone understates the curvature for one tree per class: Friedman 2001, eq. 33 multiplies leaf
    // values by (K − 1)/K, equivalent to a factor of K/(K − 1) on the hessian.
    const factor = outputs / (outputs - 1);
    for (let row = 0; row < rows; row++) {
      const normaliser = logSum(scores, row, rows, outputs);
      for (let k = 0, at = row; k < outputs; k++, at += rows) {
        const probability = Math.exp(scores[at]! - normaliser);
        gradients[at] = weights[row]! * (probability - (targets[row] === k ? 1 : 0));
        hessians[at] = weights[row]! * factor * probability * (1 - probability);
      }
    }
  },
};

export const LOSSES = { logistic, softmax } as const;

function logSum(scores: Float64Array, row: number, rows: number, outputs: number): number {
  let largest = -Infinity;
  for (let k = 0, at = row; k < outputs; k++, at += rows) largest = Math.max(largest, scores[at]!);
  let sum = 0;
  for (let k = 0, at = row; k < outputs; k++, at += rows) sum += Math.exp(scores[at]! - largest);
  return largest + Math.log(sum);
}

function classShares(
  targets: Float64Array,
  weights: Float64Array,
  rows: Int32Array,
  classes: number,
): number[] {
  const sums = new Array<number>(classes).fill(0);
  let total = 0;
  for (const row of rows) {
    sums[targets[row]!]! += weights[row]!;
    total += weights[row]!;
  }
  return sums.map(sum => Math.max(sum / total, LEAST_SHARE));
}

/** Keeps leaves of confident rows from taking huge steps. Set by hand. */
const LEAST_CURVATURE = 1e-3;

/**
 * Loss of choosing one row per list: cross-entropy of the softmax over the list's scores (ListNet, Cao et al. 2007).
 * The rows to choose have target 1 and share the probability equally; the rest have target 0. A list without a row to
 * choose has no gradient and no loss. Scores are comparable within a list only.
 */
export function listwise(lists: ArrayLike<number>): Loss {
  const rowsOfList = new Map<number, number[]>();
  for (let row = 0; row < lists.length; row++) {
    const rows = rowsOfList.get(lists[row]!);
    if (rows === undefined) rowsOfList.set(lists[row]!, [row]);
    else rows.push(row);
  }
  const all = [...rowsOfList.values()];
  return {
    outputs: () => 1,
    start: () => [0],
    derivatives({ scores, targets, weights }, gradients, hessians) {
      for (const rows of all) {
        const normaliser = listLogSum(scores, rows);
        const right = rows.reduce((sum, row) => sum + targets[row]!, 0);
        for (const row of rows) {
          const probability = Math.exp(scores[row]! - normaliser);
          gradients[row] = right === 0 ? 0 : weights[row]! * (probability - targets[row]! / right);
          hessians[row] = weights[row]! * Math.max(LEAST_CURVATURE, probability * (1 - probability));
        }
      }
    },
  };
}

function listLogSum(scores: Float64Array, rows: readonly number[]): number {
  const largest = rows.reduce((most, row) => Math.max(most, scores[row]!), -Infinity);
  return largest + Math.log(rows.reduce((sum, row) => sum + Math.exp(scores[row]! - largest), 0));
}
