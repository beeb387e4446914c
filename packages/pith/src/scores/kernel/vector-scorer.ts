import {
  type Checkpoint,
  LEAF,
  type PackedTrees,
  type Segment,
  segmentsOf,
  settledScore,
} from '../../packed-trees.js';
import { ColumnBuffer } from '../../tree/buffers.js';
import { GROUP, type Kernel, kernelOf, type Scorer } from './kernel.js';

/** Blocks of a stripe without a final score: their positions in the columns and their scores so far. */
class OpenRows {
  count: number;
  private groups: number;
  private readonly places: Int32Array;
  private readonly rows: Int32Array;
  private readonly scores: Float64Array;

  constructor(count: number, start: number) {
    this.count = count;
    this.groups = Math.ceil(count / GROUP);
    const room = new ColumnBuffer(count, 16, 3);
    this.places = room.int32(count);
    this.rows = room.int32(count);
    this.scores = room.float64(count).fill(start);
    for (let i = 0; i < count; i++) this.places[i] = this.rows[i] = i;
  }

  /** Adds the sums of each group with open rows; drops rows for which `isOpen` returns false. */
  each(sumsOf: (group: number) => Float64Array, isOpen: (row: number, score: number) => boolean): void {
    const { places, rows, scores } = this;
    let left = 0;
    for (let i = 0; i < this.count; ) {
      const group = Math.floor(places[i]! / GROUP);
      const sums = sumsOf(group);
      for (; i < this.count && places[i]! < (group + 1) * GROUP; i++) {
        const score = scores[i]! + sums[places[i]! - group * GROUP]!;
        if (!isOpen(rows[i]!, score)) continue;
        places[left] = places[i]!;
        rows[left] = rows[i]!;
        scores[left++] = score;
      }
    }
    this.count = left;
  }

  isSparse(): boolean {
    return 2 * Math.ceil(this.count / GROUP) <= this.groups;
  }

  /** Moves the values of the open rows to the first positions of the columns. */
  moveTogether(
    values: Float32Array,
    width: number,
    stride: number,
    isUsed: (column: number) => boolean,
  ): void {
    const { places, count } = this;
    this.groups = Math.ceil(count / GROUP);
    for (let column = 0, at = 0; column < width; column++, at += stride) {
      if (!isUsed(column)) continue;
      for (let i = 0; i < count; i++) values[at + i] = values[at + places[i]!]!;
    }
    for (let i = 0; i < count; i++) places[i] = i;
  }
}

/** Maximum number of leaves per tree, each of which is a bit. */
const MOST_LEAVES = 32;
/** Number of 32-bit words of the head of a tree, and of a split, in the kernel's memory. */
const WORDS = 3;

interface Places {
  readonly ranges: number;
  readonly leaves: number;
  /** The trees with all splits, and pruned for the current blocks. */
  readonly whole: number;
  readonly forest: number;
  readonly values: number;
  readonly end: number;
}

/**
 * A scorer that uses the kernel; undefined if it is unavailable. Each tree is a bit set of leaves; a split that a block
 * fails removes the leaves on its left (Lucchese et al. 2015, “QuickScorer”). Trees are first pruned to the splits that
 * distinguish the blocks of the stripe, so that features of the page are tested once per stripe, not once per block.
 */
export function vectorScorer(
  trees: PackedTrees,
  checkpoints: readonly Checkpoint[],
  width: number,
  room: number,
): Scorer | undefined {
  const masks = leafMasks(trees);
  if (masks === undefined || trees.outputs !== 1) return undefined;
  const places = placesOf(trees, width, room);
  const kernel = kernelOf(places.end);
  if (kernel === undefined) return undefined;
  writeLeaves(trees, new Float64Array(kernel.memory.buffer, places.leaves));
  const values = new Float32Array(kernel.memory.buffer, places.values, room);
  const sums = new Float64Array(kernel.memory.buffer, 0, GROUP);
  const segments = segmentsOf(trees, checkpoints);
  const cut = forestCutter(trees, masks, places, kernel);
  const whole = writeWhole(kernel, places, segments, width, cut);
  const ranges = new Float32Array(kernel.memory.buffer, places.ranges, 2 * width);
  return {
    values,
    score(count, stride, scores, at) {
      const isShort = count <= SHORT;
      const ends = isShort ? whole : [places.forest];
      if (!isShort) {
        fillGroup(values, width, stride, count);
        kernel.ranges(places.values, width, 4 * stride, 4 * rounded(count), places.ranges);
      }
      const open = new OpenRows(count, trees.start[0]!);
      for (const [i, { from, to, check }] of segments.entries()) {
        ends[i + 1] ??= cut(from, to, ends[i]!);
        open.each(
          group => {
            sums.fill(0);
            kernel.add(ends[i]!, ends[i + 1]!, places.values + 4 * GROUP * group, 4 * stride, 0);
            return sums;
          },
          (row, score) => {
            const settled = settledScore(score, check);
            if (settled !== undefined) scores[at + row] = settled;
            return settled === undefined;
          },
        );
        if (open.count === 0) break;
        // Pruned trees have no splits on columns with equal values, so these need not move.
        if (open.isSparse())
          open.moveTogether(values, width, stride, c => isShort || ranges[2 * c] !== ranges[2 * c + 1]);
      }
    },
  };
}

/** For this many blocks or fewer, pruning costs more than it saves. */
const SHORT = 5 * GROUP;

/** Writes all trees without pruning; returns the addresses of the segments. */
function writeWhole(
  { memory }: Kernel,
  { ranges, whole }: Places,
  segments: readonly Segment[],
  width: number,
  cut: Cutter,
): number[] {
  const open = new Float32Array(memory.buffer, ranges, 2 * width);
  for (let column = 0; column < width; column++) {
    open[2 * column] = Number.NEGATIVE_INFINITY;
    open[2 * column + 1] = Number.POSITIVE_INFINITY;
  }
  const ends = [whole];
  for (const { from, to } of segments) ends.push(cut(from, to, ends.at(-1)!));
  return ends;
}

/** Repeats the last block to the end of its group, so that older values do not widen the column ranges. */
function fillGroup(values: Float32Array, width: number, stride: number, count: number): void {
  const end = Math.ceil(count / GROUP) * GROUP;
  if (end === count) return;
  for (let column = 0, at = 0; column < width; column++, at += stride) {
    const last = values[at + count - 1]!;
    for (let i = at + count; i < at + end; i++) values[i] = last;
  }
}

function rounded(count: number): number {
  return Math.ceil(count / GROUP) * GROUP;
}

function placesOf(trees: PackedTrees, width: number, room: number): Places {
  const ranges = 256; // after the kernel's sums and scratch memory
  const leaves = ranges + 8 * width;
  const whole = leaves + 8 * MOST_LEAVES * (trees.first.length - 1);
  const forest = whole + 4 * WORDS * trees.column.length;
  const values = Math.ceil((forest + 4 * WORDS * trees.column.length) / 64) * 64;
  return { ranges, leaves, whole, forest, values, end: values + 4 * room };
}

/** For each split, the leaves of its tree that are not on its left; undefined if a tree has too many leaves. */
function leafMasks({ column, right, first }: PackedTrees): Int32Array | undefined {
  const masks = new Int32Array(column.length);
  const leavesBefore = new Uint8Array(column.length + 1);
  for (let t = 0; t + 1 < first.length; t++) {
    if (first[t + 1]! - first[t]! >= 2 * MOST_LEAVES) return undefined;
    let leaves = 0;
    for (let node = first[t]!; node < first[t + 1]!; node++) {
      leavesBefore[node] = leaves;
      if (column[node] === LEAF) leaves++;
    }
    for (let node = first[t]!; node < first[t + 1]!; node++) {
      if (column[node] === LEAF) continue;
      // Nodes are in preorder: the left side ends at the right child.
      const [from, to] = [leavesBefore[node]!, leavesBefore[right[node]!]!];
      masks[node] = ~(bitsBelow(to) & ~bitsBelow(from));
    }
  }
  return masks;
}

function bitsBelow(count: number): number {
  return count >= MOST_LEAVES ? -1 : (1 << count) - 1;
}

function writeLeaves({ column, threshold, first }: PackedTrees, leaves: Float64Array): void {
  for (let t = 0; t + 1 < first.length; t++) {
    let at = t * MOST_LEAVES;
    for (let node = first[t]!; node < first[t + 1]!; node++)
      if (column[node] === LEAF) leaves[at++] = threshold[node]!;
  }
}

/** Writes trees pruned to splits within the column ranges; returns the address after them. */
type Cutter = (from: number, to: number, at: number) => number;

function forestCutter(
  { column, threshold, right, first }: PackedTrees,
  masks: Int32Array,
  places: Places,
  { memory: { buffer } }: Kernel,
): Cutter {
  const words = new Int32Array(buffer);
  const numbers = new Float32Array(buffer);
  const ranges = places.ranges / 4;
  const open = new Int32Array(MOST_LEAVES);
  return (from, to, at) => {
    let next = at / 4;
    for (let t = from; t < to; t++) {
      const head = next;
      next += WORDS;
      let left = -1;
      let waiting = 0;
      for (let node = first[t]!; ; ) {
        const c = column[node]!;
        if (c === LEAF) {
          if (waiting === 0) break;
          node = open[--waiting]!;
        } else if (numbers[ranges + 2 * c + 1]! <= threshold[node]!) node++;
        else if (numbers[ranges + 2 * c]! > threshold[node]!) {
          left &= masks[node]!;
          node = right[node]!;
        } else {
          words[next] = c;
          numbers[next + 1] = threshold[node]!;
          words[next + 2] = masks[node]!;
          next += WORDS;
          open[waiting++] = right[node]!;
          node++;
        }
      }
      words[head] = left;
      words[head + 1] = places.leaves + 8 * MOST_LEAVES * t;
      words[head + 2] = 4 * next;
    }
    return 4 * next;
  };
}
