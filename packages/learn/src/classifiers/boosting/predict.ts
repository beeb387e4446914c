import type { AnyMatrix } from '../../data/matrix.js';
import { type SlicedTrees, sliceTrees } from './bit-sliced.js';
import { type BlockScorer, blockReader } from './block.js';
import { blockScorer } from './score-block.js';
import { type Trees, treeCount } from './trees.js';

// Below this many rows the masks of a block cost more than they save (measured: 300 trees of 31 leaves).
const FEW_ROWS = 8;

/** Scores of every row, `rows × outputs`; tree t adds to output t mod `outputs`, starting from `start`. */
export type Scorer = (x: AnyMatrix) => Float64Array;

/** Prepares trees for prediction. Both ways of predicting add in the same order and agree to the last bit. */
export function scorer(trees: Trees, start: readonly number[]): Scorer {
  let prepared: Scorer | undefined;
  const walked: Scorer = x => walkedScores(trees, start, x);
  return x => {
    if (x.rows < FEW_ROWS) return walked(x);
    prepared ??= slicedScorer(trees, start) ?? walked;
    return prepared(x);
  };
}

/** Blocks of rows through all trees at once; undefined for trees of more leaves than a block can number. */
export function slicedScorer(trees: Trees, start: readonly number[]): Scorer | undefined {
  const sliced = sliceTrees(trees);
  if (!sliced.fits) return undefined;
  const blocks = blockScorer(sliced, start.length);
  return x => slicedScores(sliced, blocks, start, x);
}

function slicedScores(
  sliced: SlicedTrees,
  blocks: BlockScorer,
  start: readonly number[],
  x: AnyMatrix,
): Float64Array {
  const outputs = start.length;
  const { rows: block, sums } = blocks;
  const scores = new Float64Array(x.rows * outputs);
  const read = blockReader(x, sliced.columns, block);
  for (let first = 0; first < x.rows; first += block) {
    const rows = Math.min(block, x.rows - first);
    for (let k = 0; k < outputs; k++) sums.fill(start[k]!, k * block, (k + 1) * block);
    blocks.add(read(first, rows));
    for (let row = 0; row < rows; row++) {
      for (let k = 0; k < outputs; k++) scores[(first + row) * outputs + k] = sums[k * block + row]!;
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
    1,
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
