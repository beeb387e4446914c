import { SLOTS, type SlicedTrees } from './bit-sliced.js';
import type { Block, BlockScorer } from './block.js';
import { markRanks, type Ranks, type ValueRun } from './ranks.js';

/** Scores blocks of 64 rows, each as two words of 32 bits. */
export function blockScorer(trees: SlicedTrees, outputs: number): BlockScorer {
  const answers = new Int32Array(4 * trees.ranks.thresholds.length);
  const sums = new Float64Array(64 * outputs);
  const low = new Int32Array(SLOTS);
  const high = new Int32Array(SLOTS);
  const { stepStarts, steps, values } = trees;
  const add = (block: Block) => {
    answer(trees.ranks, answers, block);
    for (let tree = 0; tree + 1 < stepStarts.length; tree++) {
      splitRows(steps, stepStarts[tree]!, stepStarts[tree + 1]!, answers, low, high);
      const at = (tree % outputs) * 64;
      addLeaves(low, values, tree * SLOTS, sums, at);
      addLeaves(high, values, tree * SLOTS, sums, at + 32);
    }
  };
  return { rows: 64, sums, add };
}

/** Answers every question for every row of a block. */
function answer(ranks: Ranks, answers: Int32Array, block: Block): void {
  const { values, base, stride, places } = block;
  answers.fill(0);
  for (let word = 0; word < 2; word++) {
    const count = Math.min(32, block.rows - 32 * word);
    for (let column = 0; column < places.length; column++) {
      const run = { values, at: base + 32 * word * stride + places[column]!, stride, count, word };
      spread(answers, ranks, column, run, markRanks(ranks, column, run, answers));
    }
  }
}

/** A value above a threshold is above all lower ones too. */
function spread(answers: Int32Array, ranks: Ranks, column: number, run: ValueRun, missing: number): void {
  const { word } = run;
  const all = 2 * ranks.thresholds.length;
  const from = 2 * ranks.starts[column]! + word;
  let above = 0;
  for (let at = 2 * (ranks.starts[column + 1]! - 1) + word; at >= from; at -= 2) {
    above |= answers[at]!;
    answers[at] = above;
    answers[all + at] = above | missing;
  }
}

/** Sends the rows of two words through a tree: afterwards slot k of `low` and `high` holds those of leaf k. */
function splitRows(
  steps: Int32Array,
  from: number,
  to: number,
  answers: Int32Array,
  low: Int32Array,
  high: Int32Array,
): void {
  low[0] = -1;
  high[0] = -1;
  let free = 1;
  for (let step = from; step < to; step++, free++) {
    const code = steps[step]!;
    const slot = code & 255;
    const question = (code >>> 8) << 1;
    const lowRows = low[slot]!;
    const lowRight = lowRows & answers[question]!;
    low[free] = lowRight;
    low[slot] = lowRows ^ lowRight;
    const highRows = high[slot]!;
    const highRight = highRows & answers[question + 1]!;
    high[free] = highRight;
    high[slot] = highRows ^ highRight;
  }
  low.fill(0, free);
  high.fill(0, free);
}

/** Turns 32 sets of rows (slots) into a slot number for each of 32 rows and adds the slots' values. */
function addLeaves(s: Int32Array, values: Float64Array, first: number, sums: Float64Array, at: number): void {
  // Plane b holds bit b of every row's slot number: the union of the slots whose number has that bit.
  const s3 = s[2]! | s[3]!;
  const s5 = s[4]! | s[5]!;
  const s7 = s[6]! | s[7]!;
  const s9 = s[8]! | s[9]!;
  const s11 = s[10]! | s[11]!;
  const s13 = s[12]! | s[13]!;
  const s15 = s[14]! | s[15]!;
  const s17 = s[16]! | s[17]!;
  const s19 = s[18]! | s[19]!;
  const s21 = s[20]! | s[21]!;
  const s23 = s[22]! | s[23]!;
  const s25 = s[24]! | s[25]!;
  const s27 = s[26]! | s[27]!;
  const s29 = s[28]! | s[29]!;
  const s31 = s[30]! | s[31]!;
  const odd = s[1]! | s[3]! | s[5]! | s[7]! | s[9]! | s[11]! | s[13]! | s[15]!;
  const plane0 = odd | s[17]! | s[19]! | s[21]! | s[23]! | s[25]! | s[27]! | s[29]! | s[31]!;
  const plane1 = s3 | s7 | s11 | s15 | s19 | s23 | s27 | s31;
  const plane2 = s5 | s7 | s13 | s15 | s21 | s23 | s29 | s31;
  const s24to31 = s25 | s27 | s29 | s31;
  const plane3 = s9 | s11 | s13 | s15 | s24to31;
  const plane4 = s17 | s19 | s21 | s23 | s24to31;
  // Planes 0 to 3 are transposed in two steps, pairs of bits and then fours, to a nibble a row.
  const even01 = (plane0 & 0x55555555) | ((plane1 & 0x55555555) << 1);
  const odd01 = ((plane0 >>> 1) & 0x55555555) | (plane1 & 0xaaaaaaaa);
  const even23 = (plane2 & 0x55555555) | ((plane3 & 0x55555555) << 1);
  const odd23 = ((plane2 >>> 1) & 0x55555555) | (plane3 & 0xaaaaaaaa);
  addEight((even01 & 0x33333333) | ((even23 & 0x33333333) << 2), plane4, values, first, sums, at);
  addEight((odd01 & 0x33333333) | ((odd23 & 0x33333333) << 2), plane4 >>> 1, values, first, sums, at + 1);
  addEight(((even01 >>> 2) & 0x33333333) | (even23 & 0xcccccccc), plane4 >>> 2, values, first, sums, at + 2);
  addEight(((odd01 >>> 2) & 0x33333333) | (odd23 & 0xcccccccc), plane4 >>> 3, values, first, sums, at + 3);
}

/** Every fourth row from `at`: its slot is a nibble of `nibbles` with the bit of `top` above it. */
function addEight(
  nibbles: number,
  top: number,
  values: Float64Array,
  first: number,
  sums: Float64Array,
  at: number,
): void {
  const even = (nibbles & 0x0f0f0f0f) | ((top & 0x01010101) << 4);
  const odd = ((nibbles >>> 4) & 0x0f0f0f0f) | (top & 0x10101010);
  sums[at]! += values[first + (even & 31)]!;
  sums[at + 4]! += values[first + (odd & 31)]!;
  sums[at + 8]! += values[first + ((even >>> 8) & 31)]!;
  sums[at + 12]! += values[first + ((odd >>> 8) & 31)]!;
  sums[at + 16]! += values[first + ((even >>> 16) & 31)]!;
  sums[at + 20]! += values[first + ((odd >>> 16) & 31)]!;
  sums[at + 24]! += values[first + (even >>> 24)]!;
  sums[at + 28]! += values[first + (odd >>> 24)]!;
}
