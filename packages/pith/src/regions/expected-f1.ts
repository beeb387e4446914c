import { ColumnBuffer } from '../tree/buffers.js';

export interface Cut {
  readonly cut: number;
  readonly expected: number;
}

export interface CutOptions {
  readonly lean?: number | undefined;
  /** True if the labels of the blocks do not depend on each other. */
  readonly areIndependent?: boolean | undefined;
}

/**
 * The threshold with the best expected F1, given calibrated probabilities and word counts. `lean` replaces F1 by F_β
 * with β = 2^lean: positive values favour recall.
 *
 * The labels of the blocks of one text depend on each other: opinions on what belongs to it differ in how much they
 * include, not block by block. So the content is assumed to be the blocks whose probability exceeds a threshold u,
 * which is uniformly distributed from 0 to 1. Out of fold, assuming independence instead loses 0.003 on `wcxb` and
 * `newspapers` and 0.007 on labelled pages, but posts of a discussion are content each by itself (`areIndependent`).
 */
export function expectedF1Cut(
  probability: Float32Array,
  words: Uint32Array,
  { lean = 0, areIndependent = false }: CutOptions = {},
): Cut {
  const beta2 = 4 ** lean;
  const order = likeliestFirst(probability);
  const weight = (block: number) => Math.max(0.5, words[block]!);
  const expectedF = areIndependent
    ? independentF(expectedWords(order, probability, weight), beta2)
    : dependentF(wordsAbove(order, probability, weight), beta2);
  let best = 0;
  let cut = 1;
  let hits = 0;
  let kept = 0;
  for (const block of order) {
    hits += probability[block]! * weight(block);
    kept += weight(block);
    const value = expectedF(kept, hits);
    if (value > best) {
      best = value;
      cut = probability[block]!;
    }
  }
  return { cut, expected: best };
}

type Weight = (block: number) => number;
/** Expected F_β of keeping `kept` words, of which `hits` are expected to be content. */
type ExpectedF = (kept: number, hits: number) => number;

function independentF(content: number, beta2: number): ExpectedF {
  return (kept, hits) => ((1 + beta2) * hits) / (kept + beta2 * content);
}

/** The mean of F_β over the levels of u. The content at a level is a part of the kept words, or contains them. */
function dependentF(contents: Float64Array, beta2: number): ExpectedF {
  return kept => {
    let sum = 0;
    for (let i = 0; i < LEVELS; i++) sum += Math.min(kept, contents[i]!) / (kept + beta2 * contents[i]!);
    return ((1 + beta2) * sum) / LEVELS;
  };
}

function expectedWords(order: Uint32Array, probability: Float32Array, weight: Weight): number {
  let content = 0;
  for (const block of order) content += probability[block]! * weight(block);
  return content;
}

/** Number of values of u that represent its distribution: the centres of as many equal intervals. */
const LEVELS = 32;

/** Words of the blocks with a probability above each level, lowest level first. */
function wordsAbove(order: Uint32Array, probability: Float32Array, weight: Weight): Float64Array {
  const contents = new Float64Array(LEVELS);
  let sum = 0;
  let level = LEVELS - 1;
  for (const block of order) {
    for (; level >= 0 && probability[block]! * LEVELS <= level + 0.5; level--) contents[level] = sum;
    sum += weight(block);
  }
  contents.fill(sum, 0, level + 1);
  return contents;
}

/** Blocks by falling probability, ties in document order. A radix sort, which takes linear time. */
function likeliestFirst(probability: Float32Array): Uint32Array {
  const n = probability.length;
  // The bits of non-negative floats have the same order as the numbers; the complement reverses it.
  const room = new ColumnBuffer(n, 12, 3);
  const keys = room.bitsOf(probability);
  let order = room.uint32(n);
  let next = room.uint32(n);
  for (let i = 0; i < n; i++) {
    keys[i] = ~(keys[i]! & 0x7fffffff);
    order[i] = i;
  }
  if (n <= FEW) return sortedByInsertion(order, keys);
  const starts = new Uint32Array(DIGIT + 1);
  for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
    starts.fill(0);
    for (let i = 0; i < n; i++) starts[((keys[i]! >>> shift) & (DIGIT - 1)) + 1]!++;
    for (let digit = 1; digit < DIGIT; digit++) starts[digit]! += starts[digit - 1]!;
    for (let i = 0; i < n; i++) {
      const block = order[i]!;
      next[starts[(keys[block]! >>> shift) & (DIGIT - 1)]!++] = block;
    }
    [order, next] = [next, order];
  }
  return order;
}

/** Up to this number of blocks, insertion sort is faster. Set by hand. */
const FEW = 40;

function sortedByInsertion(order: Uint32Array, keys: Uint32Array): Uint32Array {
  for (let i = 1; i < order.length; i++) {
    const key = keys[i]!;
    let at = i;
    for (; at > 0 && keys[order[at - 1]!]! > key; at--) order[at] = order[at - 1]!;
    order[at] = i;
  }
  return order;
}

const DIGIT_BITS = 8;
const DIGIT = 2 ** DIGIT_BITS;
