import type { SparseMatrix } from '../data/matrix.js';

/** Scores of one sequence: `states[t · labels + y]` for a label, `transitions[a · labels + b]` for b after a. */
export interface Chain {
  readonly length: number;
  readonly labels: number;
  readonly states: Float64Array;
  readonly transitions: Float64Array;
}

interface Posterior {
  readonly marginals: Float64Array;
  /** If present, the expected count of each pair of adjacent labels, times `edgeWeight`, is added here. */
  readonly edges?: Float64Array;
  readonly edgeWeight?: number;
}

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

export function scorePath(chain: Chain, path: Int32Array, offset = 0): number {
  let score = 0;
  for (let t = 0; t < chain.length; t++) {
    const y = path[offset + t]!;
    score += chain.states[t * chain.labels + y]!;
    if (t > 0) score += chain.transitions[path[offset + t - 1]! * chain.labels + y]!;
  }
  return score;
}

interface ScaledTransitions {
  readonly factors: Float64Array;
  readonly largest: number;
  readonly range: number;
}

export function scaleTransitions(transitions: Float64Array): ScaledTransitions {
  let largest = Number.NEGATIVE_INFINITY;
  let smallest = Number.POSITIVE_INFINITY;
  for (const score of transitions) {
    if (score > largest) largest = score;
    if (score < smallest) smallest = score;
  }
  const factors = transitions.map(score => Math.exp(score - largest));
  return { factors, largest, range: largest - smallest };
}

// exp(-600) is 1e-261: forward values, each at least exp(-range) / labels of their sum, stay far above the smallest
// double (1e-308), so within this range nothing underflows and the scaled form is exact.
const safeRange = 600;

/**
 * Forward-backward on probabilities scaled to sum to one at every position (Rabiner 1989, §V.A): one exponential per
 * label instead of one per pair. Returns the log of the partition function, or `undefined` without writing anything
 * if scaling could underflow.
 */
export function forwardBackwardScaled(
  chain: Chain,
  transitions: ScaledTransitions,
  posterior: Posterior,
): number | undefined {
  const { length, labels } = chain;
  const factors = new Float64Array(length * labels);
  const shift = scaleStates(chain, factors, safeRange - transitions.range);
  if (shift === undefined) return undefined;
  const forward = new Float64Array(length * labels);
  const logScale = runForward(chain, transitions.factors, factors, forward);
  runBackward(chain, transitions.factors, factors, forward, posterior);
  return shift + (length - 1) * transitions.largest + logScale;
}

function scaleStates(
  { length, labels, states }: Chain,
  factors: Float64Array,
  range: number,
): number | undefined {
  let shift = 0;
  for (let t = 0; t < length; t++) {
    const at = t * labels;
    let largest = Number.NEGATIVE_INFINITY;
    let smallest = Number.POSITIVE_INFINITY;
    for (let y = at; y < at + labels; y++) {
      const score = states[y]!;
      if (score > largest) largest = score;
      if (score < smallest) smallest = score;
    }
    if (!(largest - smallest <= range)) return undefined;
    for (let y = at; y < at + labels; y++) factors[y] = Math.exp(states[y]! - largest);
    shift += largest;
  }
  return shift;
}

function runForward(
  { length, labels }: Chain,
  transition: Float64Array,
  factors: Float64Array,
  forward: Float64Array,
): number {
  let logScale = 0;
  for (let t = 0; t < length; t++) {
    const at = t * labels;
    const row = forward.subarray(at, at + labels);
    if (t === 0) row.fill(1);
    else {
      // Sums two labels at once to keep both sums in registers; the order of additions is unchanged.
      for (let y = 0; y < labels; y += 2) {
        let [one, two] = [0, 0];
        for (let a = 0, from = y; a < labels; a++, from += labels) {
          const before = forward[at - labels + a]!;
          one += before * transition[from]!;
          two += before * transition[from + 1]!;
        }
        row[y] = one;
        if (y + 1 < labels) row[y + 1] = two;
      }
    }
    let sum = 0;
    for (let y = 0; y < labels; y++) sum += row[y]! *= factors[at + y]!;
    for (let y = 0; y < labels; y++) row[y]! /= sum;
    logScale += Math.log(sum);
  }
  return logScale;
}

/** Runs from the last position to the first with a single backward message. */
function runBackward(
  { length, labels }: Chain,
  transition: Float64Array,
  factors: Float64Array,
  forward: Float64Array,
  { marginals, edges, edgeWeight = 1 }: Posterior,
): void {
  const message = new Float64Array(labels).fill(1);
  const outgoing = new Float64Array(labels);
  const pairs = edges && new Float64Array(labels * labels);
  for (let t = length - 1; t >= 0; t--) {
    const at = t * labels;
    let total = 0;
    for (let y = 0; y < labels; y++) total += marginals[at + y] = forward[at + y]! * message[y]!;
    for (let y = 0; y < labels; y++) marginals[at + y]! /= total;
    if (t === 0) break;
    let joint = 0;
    for (let y = 0; y < labels; y++) outgoing[y] = factors[at + y]! * message[y]!;
    for (let a = 0; a < labels; a++) {
      const from = a * labels;
      let sum = 0;
      for (let y = 0; y < labels; y++) sum += transition[from + y]! * outgoing[y]!;
      message[a] = sum;
      joint += sum * forward[at - labels + a]!;
    }
    // Dividing by Σ forward · message makes the expected pair counts of a position sum to one.
    for (let a = 0; a < labels; a++) {
      message[a]! /= joint;
      if (!pairs) continue;
      const from = a * labels;
      const before = forward[at - labels + a]! / joint;
      for (let y = 0; y < labels; y++) pairs[from + y]! += before * outgoing[y]!;
    }
  }
  if (pairs && edges)
    for (let i = 0; i < pairs.length; i++) edges[i]! += edgeWeight * pairs[i]! * transition[i]!;
}

export function forwardBackward(chain: Chain, scaled: ScaledTransitions, posterior: Posterior): number {
  return forwardBackwardScaled(chain, scaled, posterior) ?? forwardBackwardInLogSpace(chain, posterior);
}

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

function logSumExp(terms: Float64Array): number {
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < terms.length; i++) if (terms[i]! > max) max = terms[i]!;
  if (max === Number.NEGATIVE_INFINITY) return max;
  let sum = 0;
  for (let i = 0; i < terms.length; i++) sum += Math.exp(terms[i]! - max);
  return max + Math.log(sum);
}
