import { LearnError } from '../errors.js';
import { type FitControl, step } from '../estimator.js';
import { dot, minimise } from '../optimise/lbfgs.js';
import { numberOption, type OptionsOf, readOptions } from '../options.js';
import { type Chain, forwardBackward, scaleTransitions, scorePath, scoreStates } from './forward-backward.js';
import {
  CrfModel,
  checkSequenceData,
  type ExpectedLabels,
  parameterCount,
  type SequenceData,
} from './model.js';

const RULES = {
  /** Variance of the Gaussian prior on every weight: smaller shrinks more. */
  variance: numberOption(1, { above: 0 }),
  maxIterations: numberOption(100, { from: 1, whole: true }),
  /** Converged if ‖gradient‖ ≤ tolerance · max(1, ‖weights‖). */
  tolerance: numberOption(1e-3, { from: 0 }),
  /** Also converged if ten iterations lower the loss by less than this share. */
  improvement: numberOption(1e-5, { from: 0 }),
  prune: numberOption(0, { from: 0 }),
};

type CrfOptions = Partial<OptionsOf<typeof RULES>>;

/**
 * Linear-chain conditional random field (Lafferty, McCallum & Pereira 2001): one weight per feature and label and one
 * per pair of adjacent labels, fitted to the conditional likelihood.
 */
export class Crf {
  readonly algorithm = 'crf';
  readonly options: Readonly<Required<CrfOptions>>;

  constructor(options: CrfOptions = {}) {
    this.options = readOptions('crf', RULES, { ...options });
  }

  fit(data: SequenceData, control?: FitControl): CrfModel {
    checkSequenceData(data);
    const { variance, maxIterations, tolerance, improvement, prune } = this.options;
    const objective = crfObjective(data, variance);
    const found = minimise({
      start: new Float64Array(parameterCount(data.features.length, data.labels.length)),
      evaluate: (weights, gradient) => {
        if (control?.stopped?.()) throw new LearnError('stopped', 'Fitting the random field was stopped.');
        return objective(weights, gradient);
      },
      maxIterations,
      tolerance,
      improvement,
      onIteration: ({ iteration, value, gradientNorm }) => {
        const figures = `loss ${value.toFixed(2)}, gradient ${gradientNorm.toPrecision(3)}`;
        step(control, iteration / maxIterations, `iteration ${iteration}: ${figures}`);
      },
    });
    const weights = found.x.map(weight => (Math.abs(weight) < prune ? 0 : weight));
    const metrics = { loss: found.value, gradientNorm: found.gradientNorm, iterations: found.iterations };
    return new CrfModel(this.options, data.labels, data.features, weights, metrics);
  }
}

/**
 * Penalised negative log-likelihood and its gradient: −Σ log p(y | x) + ‖w‖² / (2 · variance), with a Gaussian prior
 * on every weight (Sutton & McCallum 2012, §5.1). Convex, so the minimum is unique. With expected labels, uses the
 * mean of −log p(y | x) over them.
 */
export function crfObjective(
  data: SequenceData,
  variance: number,
): (weights: Float64Array, gradient: Float64Array) => number {
  const { x, starts, expected } = data;
  const labels = data.labels.length;
  const stateCount = x.columns * labels;
  let longest = 0;
  for (let s = 1; s < starts.length; s++) longest = Math.max(longest, starts[s]! - starts[s - 1]!);
  const states = new Float64Array(longest * labels);
  const marginals = new Float64Array(longest * labels);
  return (weights, gradient) => {
    for (let i = 0; i < weights.length; i++) gradient[i] = weights[i]! / variance;
    const transitions = weights.subarray(stateCount);
    const edges = gradient.subarray(stateCount);
    const scaled = scaleTransitions(transitions);
    let loss = dot(weights, weights) / (2 * variance);
    if (expected) {
      loss -= dot(expected.pairs, transitions);
      for (let i = 0; i < edges.length; i++) edges[i]! -= expected.pairs[i]!;
    }
    for (let s = 0; s + 1 < starts.length; s++) {
      const from = starts[s]!;
      const to = starts[s + 1]!;
      const weight = data.weights?.[s] ?? 1;
      if (weight === 0) continue;
      scoreStates(x, from, to, weights, labels, states);
      const chain: Chain = { length: to - from, labels, states, transitions };
      const logPartition = forwardBackward(chain, scaled, { marginals, edges, edgeWeight: weight });
      const score = expected ? meanScore(chain, expected, from) : scorePath(chain, data.y, from);
      loss += weight * (logPartition - score);
      addResiduals(data, from, to, weight, marginals, gradient);
    }
    return loss;
  };
}

function meanScore(
  { length, labels, states }: Chain,
  { states: expected }: ExpectedLabels,
  from: number,
): number {
  let sum = 0;
  for (let i = 0, at = from * labels; i < length * labels; i++, at++) sum += expected[at]! * states[i]!;
  return sum;
}

/** Adds marginals minus observed labels to the gradient. */
function addResiduals(
  { x, y, expected, labels: names }: SequenceData,
  from: number,
  to: number,
  weight: number,
  marginals: Float64Array,
  gradient: Float64Array,
): void {
  const labels = names.length;
  const pairs = x.columns * labels;
  const residual = new Float64Array(labels);
  for (let row = from; row < to; row++) {
    const at = (row - from) * labels;
    for (let i = 0; i < labels; i++) residual[i] = weight * marginals[at + i]!;
    if (expected) {
      for (let i = 0; i < labels; i++) residual[i]! -= weight * expected.states[row * labels + i]!;
    } else {
      residual[y[row]!]! -= weight;
      if (row > from) gradient[pairs + y[row - 1]! * labels + y[row]!]! -= weight;
    }
    for (let k = x.starts[row]!; k < x.starts[row + 1]!; k++) {
      const value = x.values[k]!;
      const out = x.indices[k]! * labels;
      for (let i = 0; i < labels; i++) gradient[out + i]! += value * residual[i]!;
    }
  }
}
