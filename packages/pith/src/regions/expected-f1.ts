/** Where a page is cut, and the F1 that this promises. */
export interface Cut {
  readonly cut: number;
  readonly expected: number;
}

/**
 * The cut that maximises expected F1. With calibrated probabilities p and words w, keeping the blocks above a cut gives
 * in expectation 2·Σ_kept p·w / (Σ_kept w + Σ_all p·w); blocks sorted by p, the best cut is found in one sweep.
 * `lean` shifts it: the measure becomes F_β with β = 2^lean, so positive values buy recall.
 */
export function expectedF1Cut(probability: Float32Array, words: Uint32Array, lean = 0): Cut {
  const order = Array.from(probability.keys()).sort((a, b) => probability[b]! - probability[a]! || a - b);
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
