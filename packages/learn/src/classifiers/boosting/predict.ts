import type { AnyMatrix } from '../../data/matrix.js';
import { BLOCK, type SlicedTrees, scoreBlock, slicedBuffers, sliceTrees } from './bit-sliced.js';
import { type Trees, treeCount } from './trees.js';

// Below this many rows the masks of a block cost more than they save (measured: 300 trees of 31 leaves).
const FEW_ROWS = 8;

/** Scores of every row, `rows × outputs`; tree t adds to output t mod `outputs`, starting from `start`. */
export type Scorer = (x: AnyMatrix) => Float64Array;

/** Prepares trees for prediction. Both ways of predicting add in the same order and agree to the last bit. */
export function scorer(trees: Trees, start: readonly number[]): Scorer {
  let sliced: SlicedTrees | undefined;
  return x => {
    const few = x.rows < FEW_ROWS || x.columns === 0;
    if (!few) sliced ??= sliceTrees(trees);
    return sliced && !few && sliced.fits ? slicedScores(sliced, start, x) : walkedScores(trees, start, x);
  };
}

/** Blocks of rows through all trees at once, 64 rows an instruction pair. */
export function slicedScores(sliced: SlicedTrees, start: readonly number[], x: AnyMatrix): Float64Array {
  const outputs = start.length;
  const scores = startingScores(x.rows, start);
  const sums = new Float64Array(BLOCK * outputs);
  const buffers = slicedBuffers(sliced);
  const read = blockReader(x, sliced.columns);
  for (let first = 0; first < x.rows; first += BLOCK) {
    const rows = Math.min(BLOCK, x.rows - first);
    for (let k = 0; k < outputs; k++) sums.fill(start[k]!, k * BLOCK, (k + 1) * BLOCK);
    scoreBlock(sliced, buffers, read(first, rows), rows, outputs, sums);
    for (let row = 0; row < rows; row++) {
      for (let k = 0; k < outputs; k++) scores[(first + row) * outputs + k] = sums[k * BLOCK + row]!;
    }
  }
  return scores;
}

/** Row by row, tree by tree: for single rows and for trees of more leaves than a block can number. */
export function walkedScores(trees: Trees, start: readonly number[], x: AnyMatrix): Float64Array {
  const { nodeStarts, leafStarts, column, threshold, missingLeft, left, right, value } = trees;
  const outputs = start.length;
  const scores = startingScores(x.rows, start);
  const read = blockReader(
    x,
    Int32Array.from({ length: x.columns }, (_, i) => i),
  );
  for (let row = 0; row < x.rows; row++) {
    const { values, base } = read(row, 1);
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

function startingScores(rows: number, start: readonly number[]): Float64Array {
  const scores = new Float64Array(rows * start.length);
  for (let i = 0; i < scores.length; i++) scores[i] = start[i % start.length]!;
  return scores;
}

/** A block of rows as an array: the value of used column c of row r is `values[base + r * stride + places[c]]`. */
export interface Block {
  readonly values: Float32Array | Float64Array;
  readonly base: number;
  readonly stride: number;
  readonly places: Int32Array;
}

/** Dense rows are read where they are; sparse ones are spread out, the used columns only, into one buffer. */
function blockReader(x: AnyMatrix, used: Int32Array): (first: number, rows: number) => Block {
  if (x.kind === 'dense') {
    return first => ({ values: x.data, base: first * x.columns, stride: x.columns, places: used });
  }
  const placeOf = new Int32Array(x.columns).fill(-1);
  used.forEach((column, place) => {
    placeOf[column] = place;
  });
  const values = new Float64Array(used.length * BLOCK);
  const places = Int32Array.from(used.keys());
  return (first, rows) => {
    values.fill(0, 0, rows * used.length);
    for (let row = 0; row < rows; row++) {
      for (let at = x.starts[first + row]!; at < x.starts[first + row + 1]!; at++) {
        const place = placeOf[x.indices[at]!]!;
        if (place >= 0) values[row * used.length + place] = x.values[at]!;
      }
    }
    return { values, base: 0, stride: used.length, places };
  };
}
