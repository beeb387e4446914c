import type { AnyMatrix } from '../../data/matrix.js';
import { type Trees, treeCount } from './trees.js';

/** Scores of every row, `rows × outputs`; tree t adds to output t mod `outputs`, starting from `start`. */
export function treeScores(trees: Trees, start: readonly number[], x: AnyMatrix): Float64Array {
  const { nodeStarts, leafStarts, column, threshold, missingLeft, left, right, value } = trees;
  const outputs = start.length;
  const scores = new Float64Array(x.rows * outputs);
  const { values, place } = rowReader(x);
  for (let row = 0; row < x.rows; row++) {
    const base = place(row);
    scores.set(start, row * outputs);
    for (let tree = 0; tree < treeCount(trees); tree++) {
      const first = nodeStarts[tree]!;
      let at = first === nodeStarts[tree + 1]! ? -1 : 0;
      while (at >= 0) {
        const node = first + at;
        const seen = values[base + column[node]!]!;
        const goesLeft = Number.isNaN(seen) ? missingLeft[node] === 1 : seen <= threshold[node]!;
        at = goesLeft ? left[node]! : right[node]!;
      }
      scores[row * outputs + (tree % outputs)]! += value[leafStarts[tree]! + ~at]!;
    }
  }
  return scores;
}

/** Reads dense rows in place and expands sparse rows into one buffer; `place` returns the offset of a row. */
function rowReader(x: AnyMatrix) {
  if (x.kind === 'dense') return { values: x.data, place: (row: number) => row * x.columns };
  const values = new Float64Array(x.columns);
  const place = (row: number) => {
    values.fill(0);
    for (let at = x.starts[row]!; at < x.starts[row + 1]!; at++) values[x.indices[at]!] = x.values[at]!;
    return 0;
  };
  return { values, place };
}
