import { logOdds, probabilityOf } from './log-odds.js';
import type { RecordWeights } from './weights/weights.js';

/**
 * Probabilities of the blocks of a page that is made of records. A post or an entry is kept as a whole or not at all,
 * and what stands outside of all of them is rarely what the page is read for: `parts` says what each block is to them
 * (0 outside, 1 beside the text of one, 2 in it), and that moves it.
 */
export function movedByRecords(
  probability: Float32Array,
  parts: Uint8Array,
  { slope, outside, beside, inside }: RecordWeights,
): Float32Array {
  const offsets = [outside, beside, inside];
  return probability.map((p, b) => probabilityOf(slope * logOdds(p) + offsets[parts[b]!]!));
}
