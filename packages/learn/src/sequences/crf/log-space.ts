import type { Chain, Posterior } from './chain.js';

/**
 * Forward-backward on logarithms, for scores of any size. Slower than the scaled form, because every pair of labels
 * costs an exponential at every position. Returns the log of the partition function.
 */
export function forwardBackwardInLogSpace(chain: Chain, posterior: Posterior): number {
  const { length, labels, states, transitions } = chain;
  const forward = new Float64Array(length * labels);
  const backward = new Float64Array(length * labels);
  const terms = new Float64Array(labels);
  forward.set(states.subarray(0, labels));
  for (let t = 1; t < length; t++) {
    for (let y = 0; y < labels; y++) {
      for (let a = 0; a < labels; a++)
        terms[a] = forward[(t - 1) * labels + a]! + transitions[a * labels + y]!;
      forward[t * labels + y] = states[t * labels + y]! + logSumExp(terms);
    }
  }
  for (let t = length - 2; t >= 0; t--) {
    for (let y = 0; y < labels; y++) {
      for (let b = 0; b < labels; b++) {
        const next = (t + 1) * labels + b;
        terms[b] = transitions[y * labels + b]! + states[next]! + backward[next]!;
      }
      backward[t * labels + y] = logSumExp(terms);
    }
  }
  const logPartition = logSumExp(forward.subarray((length - 1) * labels));
  for (let i = 0; i < length * labels; i++) {
    posterior.marginals[i] = Math.exp(forward[i]! + backward[i]! - logPartition);
  }
  if (posterior.edges)
    addEdges(chain, posterior.edges, posterior.edgeWeight ?? 1, forward, backward, logPartition);
  return logPartition;
}

function addEdges(
  { length, labels, states, transitions }: Chain,
  edges: Float64Array,
  edgeWeight: number,
  forward: Float64Array,
  backward: Float64Array,
  logPartition: number,
): void {
  for (let t = 1; t < length; t++) {
    for (let a = 0; a < labels; a++) {
      const before = forward[(t - 1) * labels + a]! - logPartition;
      for (let b = 0; b < labels; b++) {
        const at = t * labels + b;
        const joint = before + transitions[a * labels + b]! + states[at]! + backward[at]!;
        edges[a * labels + b]! += edgeWeight * Math.exp(joint);
      }
    }
  }
}

/** log Σ exp(terms), without overflow. */
function logSumExp(terms: Float64Array): number {
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < terms.length; i++) if (terms[i]! > max) max = terms[i]!;
  if (max === Number.NEGATIVE_INFINITY) return max;
  let sum = 0;
  for (let i = 0; i < terms.length; i++) sum += Math.exp(terms[i]! - max);
  return max + Math.log(sum);
}
