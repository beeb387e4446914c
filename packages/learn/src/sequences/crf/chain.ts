import type { SparseMatrix } from '../../data/matrix.js';

/** Scores of one sequence: `states[t · labels + y]` for a label, `transitions[a · labels + b]` for b after a. */
export interface Chain {
  readonly length: number;
  readonly labels: number;
  readonly states: Float64Array;
  readonly transitions: Float64Array;
}

/** Output arrays of forward-backward. */
export interface Posterior {
  /** Marginal of each label at each position, laid out like `states`. */
  readonly marginals: Float64Array;
  /** If present, the expected count of each pair of adjacent labels, times `edgeWeight`, is added here. */
  readonly edges?: Float64Array;
  readonly edgeWeight?: number;
}

/** Writes the state scores of rows `from` to `to`; weights are features × labels. */
export function scoreStates(
  x: SparseMatrix,
  from: number,
  to: number,
  weights: Float64Array,
  labels: number,
  states: Float64Array,
): void {
  states.fill(0, 0, (to - from) * labels);
  for (let row = from; row < to; row++) {
    const out = (row - from) * labels;
    for (let k = x.starts[row]!; k < x.starts[row + 1]!; k++) {
      const value = x.values[k]!;
      const at = x.indices[k]! * labels;
      for (let y = 0; y < labels; y++) states[out + y]! += value * weights[at + y]!;
    }
  }
}

/** Unnormalised score of a labelling, whose labels start at `offset`. */
export function scorePath(chain: Chain, path: Int32Array, offset = 0): number {
  let score = 0;
  for (let t = 0; t < chain.length; t++) {
    const y = path[offset + t]!;
    score += chain.states[t * chain.labels + y]!;
    if (t > 0) score += chain.transitions[path[offset + t - 1]! * chain.labels + y]!;
  }
  return score;
}
