import type { Loss, LossProblem } from './losses.js';

/** Keeps leaves of confident rows from taking huge steps. Set by hand. */
const LEAST_CURVATURE = 1e-3;

/**
 * Loss of choosing one row per list: cross-entropy of the softmax over the list's scores (ListNet, Cao et al. 2007).
 * Targets are 1 for right rows, which share the probability, and 0 for others; every list has at least one right row.
 * Scores are comparable within a list only.
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
        const normaliser = logSum(scores, rows);
        const right = rows.reduce((sum, row) => sum + targets[row]!, 0);
        for (const row of rows) {
          const probability = Math.exp(scores[row]! - normaliser);
          gradients[row] = right === 0 ? 0 : weights[row]! * (probability - targets[row]! / right);
          hessians[row] = weights[row]! * Math.max(LEAST_CURVATURE, probability * (1 - probability));
        }
      }
    },
    mean: (problem, rows) => meanLoss(problem, all, new Set(rows)),
  };
}

/** Mean over the lists that contain any of the selected rows. */
function meanLoss(
  { scores, targets, weights }: LossProblem,
  all: readonly (readonly number[])[],
  selected: ReadonlySet<number>,
): number {
  let [sum, total] = [0, 0];
  for (const rows of all) {
    const right = rows.filter(row => targets[row] === 1);
    if (right.length === 0 || !rows.some(row => selected.has(row))) continue;
    const normaliser = logSum(scores, rows);
    const weight = weights[rows[0]!]!;
    sum += (weight * right.reduce((loss, row) => loss + normaliser - scores[row]!, 0)) / right.length;
    total += weight;
  }
  return sum / total;
}

function logSum(scores: Float64Array, rows: readonly number[]): number {
  const largest = rows.reduce((most, row) => Math.max(most, scores[row]!), -Infinity);
  return largest + Math.log(rows.reduce((sum, row) => sum + Math.exp(scores[row]! - largest), 0));
}
