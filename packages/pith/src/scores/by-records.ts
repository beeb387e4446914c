import { logOdds, probabilityOf } from './log-odds.js';
import type { RecordWeights } from './weights/weights.js';

/**
 * Adjusts the probabilities of a page made of posts or entries, which are kept or dropped as a whole. `parts` is 0 for
 * blocks outside all of them, 1 beside the text of one, 2 in its text.
 */
export function movedByRecords(
  probability: Float32Array,
  parts: Uint8Array,
  { slope, outside, beside, inside }: RecordWeights,
): Float32Array {
  const offsets = [outside, beside, inside];
  return probability.map((p, b) => probabilityOf(slope * logOdds(p) + offsets[parts[b]!]!));
}
