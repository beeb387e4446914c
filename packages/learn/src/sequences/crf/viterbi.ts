import type { Chain } from './chain.js';

/** The best labelling and its score; ties go to the smaller label, from the end backwards. */
export function bestPath({ length, labels, states, transitions }: Chain): {
  path: Int32Array;
  score: number;
} {
  let best = states.slice(0, labels);
  let next = new Float64Array(labels);
  const origins = new Int32Array(length * labels);
  for (let t = 1; t < length; t++) {
    for (let y = 0; y < labels; y++) {
      let origin = 0;
      let score = best[0]! + transitions[y]!;
      for (let a = 1; a < labels; a++) {
        const candidate = best[a]! + transitions[a * labels + y]!;
        if (candidate > score) {
          score = candidate;
          origin = a;
        }
      }
      next[y] = score + states[t * labels + y]!;
      origins[t * labels + y] = origin;
    }
    [best, next] = [next, best];
  }
  let last = 0;
  for (let y = 1; y < labels; y++) if (best[y]! > best[last]!) last = y;
  const path = new Int32Array(length);
  path[length - 1] = last;
  for (let t = length - 1; t > 0; t--) path[t - 1] = origins[t * labels + path[t]!]!;
  return { path, score: best[last]! };
}
