import { SLOTS, type SlicedTrees } from './bit-sliced.js';
import type { Block, BlockScorer } from './block.js';
import { type Kernels, kernels } from './kernels.js';
import { FREE_BYTES, GRID_BYTES } from './rank-kernel.js';
import { RANK_CELLS } from './ranks.js';

const ROWS = 128;

/** Addresses of everything in the kernels' memory, each a multiple of 16. */
interface Places {
  readonly answers: number;
  readonly sums: number;
  readonly values: number;
  readonly thresholds: number;
  readonly grids: number;
  readonly steps: number;
  readonly rows: number;
  readonly end: number;
}

function placesOf({ ranks, steps, values }: SlicedTrees, outputs: number, widest: number): Places {
  const answers = FREE_BYTES;
  const sums = answers + 2 * 16 * ranks.thresholds.length;
  const leafValues = sums + 8 * ROWS * outputs;
  const thresholds = leafValues + 8 * values.length;
  const grids = thresholds + 16 * Math.ceil(ranks.thresholds.length / 2);
  const firstStep = grids + GRID_BYTES * ranks.origins.length;
  const rows = firstStep + 16 * Math.ceil(steps.length / 4);
  const end = rows + 8 * ROWS * widest;
  return { answers, sums, values: leafValues, thresholds, grids, steps: firstStep, rows, end };
}

/** Scores blocks of 128 rows in the kernels; undefined where they cannot run. */
export function vectorScorer(trees: SlicedTrees, outputs: number): BlockScorer | undefined {
  const widest = 2 * trees.columns.length;
  const places = placesOf(trees, outputs, widest);
  const made = kernels(places.end);
  if (!made) return undefined;
  fillMemory(made.memory, places, trees);
  const answers = new Int32Array(made.memory, places.answers, 4 * trees.ranks.thresholds.length);
  const cells = new Float64Array(made.memory, places.rows, ROWS * widest);
  const addTrees = treeAdder(made, places, trees, outputs);
  const add = (block: Block) => {
    answers.fill(0);
    // Whole rows are copied at once, unless most of their columns are of no use: then each column is picked.
    const whole = block.stride <= widest;
    if (whole) cells.set(block.values.subarray(block.base, block.base + block.rows * block.stride));
    for (let i = 0; i < block.places.length; i++) {
      if (!whole) readColumn(block, i, cells);
      const at = places.rows + (whole ? 8 * block.places[i]! : 0);
      answerColumn(made, places, trees, i, { at, stride: whole ? 8 * block.stride : 8, rows: block.rows });
    }
    addTrees();
  };
  return { rows: ROWS, sums: new Float64Array(made.memory, places.sums, ROWS * outputs), add };
}

function fillMemory(memory: ArrayBuffer, places: Places, { ranks, steps, values }: SlicedTrees): void {
  // Questions become addresses, in units of 16 bytes.
  const moved = (places.answers / 16) << 8;
  new Int32Array(memory, places.steps, steps.length).set(steps.map(step => step + moved));
  new Float64Array(memory, places.values, values.length).set(values);
  new Float64Array(memory, places.thresholds, ranks.thresholds.length).set(ranks.thresholds);
  for (let column = 0; column < ranks.origins.length; column++) {
    const at = places.grids + column * GRID_BYTES;
    new Float64Array(memory, at, 2).set([ranks.origins[column]!, ranks.scales[column]!]);
    const first = column * (RANK_CELLS + 1);
    new Uint16Array(memory, at + 16, RANK_CELLS + 1).set(
      ranks.before.subarray(first, first + RANK_CELLS + 1),
    );
  }
}

function readColumn({ values, base, stride, places, rows }: Block, i: number, into: Float64Array): void {
  for (let row = 0, at = base + places[i]!; row < rows; row++, at += stride) into[row] = values[at]!;
}

function answerColumn(
  made: Kernels,
  places: Places,
  { ranks }: SlicedTrees,
  column: number,
  values: { at: number; stride: number; rows: number },
): void {
  const from = ranks.starts[column]!;
  made.answerColumn(
    values.rows,
    values.at,
    values.stride,
    places.grids + column * GRID_BYTES,
    places.thresholds + 8 * from,
    places.answers + 16 * from,
    places.answers + 16 * ranks.starts[column + 1]!,
    16 * ranks.thresholds.length,
  );
}

function treeAdder(made: Kernels, places: Places, { stepStarts }: SlicedTrees, outputs: number): () => void {
  return () => {
    for (let tree = 0; tree + 1 < stepStarts.length; tree++) {
      made.addTree(
        places.steps + 4 * stepStarts[tree]!,
        places.steps + 4 * stepStarts[tree + 1]!,
        places.values + 8 * SLOTS * tree,
        places.sums + 8 * ROWS * (tree % outputs),
      );
    }
  };
}
