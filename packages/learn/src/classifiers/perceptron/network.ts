import type { Random } from '../../random.js';
import { softmaxRows } from '../softmax.js';

/** Activation of hidden units, and its slope in terms of the value. */
export const ACTIVATIONS = {
  tanh: { value: (z: number) => Math.tanh(z), slope: (a: number) => 1 - a * a },
  sigmoid: { value: (z: number) => 1 / (1 + Math.exp(-z)), slope: (a: number) => a * (1 - a) },
  relu: { value: (z: number) => Math.max(0, z), slope: (a: number) => (a > 0 ? 1 : 0) },
} as const;

export type Activation = keyof typeof ACTIVATIONS;

/**
 * A fully connected feed-forward network with softmax output. All weights are in one array, layer by layer, each
 * unit's incoming weights followed by its bias.
 */
export class Network {
  /** First weight of each layer. */
  readonly #starts: number[];
  /** Outputs of every layer for the current row, inputs first. */
  readonly #outputs: Float64Array[];
  readonly #errors: Float64Array[];

  constructor(
    readonly sizes: readonly number[],
    readonly activation: Activation,
    readonly weights: Float64Array,
  ) {
    this.#starts = layerStarts(sizes);
    this.#outputs = sizes.map(size => new Float64Array(size));
    this.#errors = sizes.map(size => new Float64Array(size));
  }

  /** Class probabilities of a row; the array is overwritten by the next call. */
  forward(inputs: Float64Array): Float64Array {
    const { value } = ACTIVATIONS[this.activation];
    const last = this.sizes.length - 1;
    this.#outputs[0]!.set(inputs);
    for (let layer = 1; layer <= last; layer++) {
      const from = this.#outputs[layer - 1]!;
      const to = this.#outputs[layer]!;
      let at = this.#starts[layer - 1]!;
      for (let unit = 0; unit < to.length; unit++) {
        let sum = 0;
        for (let i = 0; i < from.length; i++) sum += this.weights[at++]! * from[i]!;
        sum += this.weights[at++]!;
        to[unit] = layer === last ? sum : value(sum);
      }
    }
    return softmaxRows(this.#outputs[last]!, this.sizes[last]!);
  }

  /** Adds the gradient of `weight · −log p(label)` for one row and returns that loss. */
  addGradient(inputs: Float64Array, label: number, weight: number, gradient: Float64Array): number {
    const probabilities = this.forward(inputs);
    const last = this.sizes.length - 1;
    const loss = -weight * Math.log(Math.max(probabilities[label]!, 2.3e-308));
    const top = this.#errors[last]!;
    for (let k = 0; k < top.length; k++) top[k] = weight * (probabilities[k]! - (k === label ? 1 : 0));
    for (let layer = last; layer > 0; layer--) this.#backward(layer, gradient);
    return loss;
  }

  #backward(layer: number, gradient: Float64Array): void {
    const { slope } = ACTIVATIONS[this.activation];
    const from = this.#outputs[layer - 1]!;
    const errors = this.#errors[layer]!;
    const below = this.#errors[layer - 1]!;
    below.fill(0);
    let at = this.#starts[layer - 1]!;
    for (let unit = 0; unit < errors.length; unit++) {
      const error = errors[unit]!;
      for (let i = 0; i < from.length; i++, at++) {
        gradient[at]! += error * from[i]!;
        below[i]! += error * this.weights[at]!;
      }
      gradient[at++]! += error;
    }
    if (layer > 1) for (let i = 0; i < below.length; i++) below[i]! *= slope(from[i]!);
  }
}

export function weightCount(sizes: readonly number[]): number {
  return layerStarts(sizes)[sizes.length - 1]!;
}

/** Uniform in ±√(6 / (in + out)) (Glorot & Bengio 2010), biases zero. */
export function initialWeights(sizes: readonly number[], random: Random): Float64Array {
  const weights = new Float64Array(weightCount(sizes));
  let at = 0;
  for (let layer = 1; layer < sizes.length; layer++) {
    const [inputs, outputs] = [sizes[layer - 1]!, sizes[layer]!];
    const limit = Math.sqrt(6 / (inputs + outputs));
    for (let unit = 0; unit < outputs; unit++, at++) {
      for (let i = 0; i < inputs; i++) weights[at++] = limit * (2 * random.next() - 1);
    }
  }
  return weights;
}

function layerStarts(sizes: readonly number[]): number[] {
  const starts = [0];
  for (let layer = 1; layer < sizes.length; layer++) {
    starts.push(starts[layer - 1]! + (sizes[layer - 1]! + 1) * sizes[layer]!);
  }
  return starts;
}
