import { ColumnBuffer } from '../tree/buffers.js';

export interface Cut {
  readonly cut: number;
  readonly expected: number;
}

/**
 * The threshold with the best expected F1. With calibrated probabilities p and words w, the expected F1 is
 * 2·Σ_kept p·w / (Σ_kept w + Σ_all p·w); one sweep over the blocks sorted by p finds the maximum. `lean` replaces F1 by
 * F_β with β = 2^lean: positive values favour recall.
 */
export function expectedF1Cut(probability: Float32Array, words: Uint32Array, lean = 0): Cut {
  const order = likeliestFirst(probability);
  const weight = (block: number) => Math.max(0.5, words[block]!);
  let content = 0;
  for (const block of order) content += probability[block]! * weight(block);
  const beta2 = 4 ** lean;
  let best = 0;
  let cut = 1;
  let hits = 0;
  let kept = 0;
  for (const block of order) {
    hits += probability[block]! * weight(block);
    kept += weight(block);
    const value = ((1 + beta2) * hits) / (kept + beta2 * content);
    if (value > best) {
      best = value;
      cut = probability[block]!;
    }
  }
  return { cut, expected: best };
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
