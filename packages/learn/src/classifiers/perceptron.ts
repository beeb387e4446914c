import { type Accepts, checkRows } from '../data/check.js';
import { weightsOf } from '../data/dataset.js';
import type { AnyMatrix } from '../data/matrix.js';
import { LearnError } from '../errors.js';
import { type FitControl, step } from '../estimator.js';
import { numberOption, type OptionsOf, option } from '../options.js';
import { type Random, seededRandom } from '../random.js';
import { defineClassifier } from './define.js';
import { Design, type FitOrigin, FittedClassifier, softmaxRows } from './fitted.js';

const areSizes = (value: unknown) =>
  Array.isArray(value) && value.every(size => Number.isInteger(size) && size > 0);

const RULES = {
  hidden: option<readonly number[]>([16], areSizes, 'a list of whole numbers above 0'),
  learningRate: numberOption(0.01, { above: 0 }),
  epochs: numberOption(100, { from: 1, whole: true }),
  batchSize: numberOption(32, { from: 1, whole: true }),
  /** λ of λ/2 ‖w‖², added to the mean loss. */
  l2: numberOption(1e-4, { from: 0 }),
  seed: numberOption(1, { whole: true }),
};

type PerceptronOptions = OptionsOf<typeof RULES>;

const ACCEPTS: Accepts = { allowMissing: true, allowNominal: true, allowSparse: true };

/** Multilayer perceptron with softmax output, trained by mini-batch backpropagation on standardised numbers. */
export const Perceptron = defineClassifier({
  algorithm: 'perceptron',
  rules: RULES,
  accepts: ACCEPTS,
  fit(data, options, control) {
    const design = Design.fit(data, true);
    const sizes = [design.width, ...options.hidden, data.classes.length];
    const network = new Network(sizes, initialWeights(sizes, seededRandom(options.seed)));
    train(network, design.matrix(data.x).data, data.y, weightsOf(data), options, control);
    return new PerceptronModel({ ...data, options }, design, network);
  },
  load(parameters, file) {
    const design = Design.fromJSON(parameters.object('design'), file.attributes);
    const sizes = [design.width, ...parameters.integers('hidden', 1, 2 ** 31), file.classes.length];
    const network = new Network(sizes, parameters.numbers('weights', weightCount(sizes)));
    return new PerceptronModel(file, design, network);
  },
});

function train(
  network: Network,
  inputs: Float64Array,
  y: Int32Array,
  rowWeights: Float64Array,
  options: PerceptronOptions,
  control: FitControl | undefined,
): void {
  const { epochs, batchSize, l2 } = options;
  const columns = network.sizes[0]!;
  const random = seededRandom(options.seed + 1);
  const order = Int32Array.from(y.keys()).filter(row => rowWeights[row]! > 0);
  const meanWeight = rowWeights.reduce((sum, weight) => sum + weight, 0) / order.length;
  const gradient = new Float64Array(network.weights.length);
  const move = adam(options.learningRate, gradient.length);
  for (let epoch = 0; epoch < epochs; epoch++) {
    step(control, epoch / epochs, `epoch ${epoch + 1} of ${epochs}`);
    random.shuffle(order);
    for (let first = 0; first < order.length; first += batchSize) {
      const last = Math.min(order.length, first + batchSize);
      for (let i = 0; i < gradient.length; i++) gradient[i] = l2 * network.weights[i]!;
      for (let i = first; i < last; i++) {
        const row = order[i]!;
        const weight = rowWeights[row]! / meanWeight / (last - first);
        network.addGradient(inputs.subarray(row * columns, (row + 1) * columns), y[row]!, weight, gradient);
      }
      move(network.weights, gradient);
    }
  }
  if (network.weights.some(weight => !Number.isFinite(weight))) {
    const message = `The perceptron's weights grew beyond all bounds; lower learningRate (${options.learningRate}).`;
    throw new LearnError('bad-option', message);
  }
}

class PerceptronModel extends FittedClassifier {
  readonly algorithm = 'perceptron';

  constructor(
    origin: FitOrigin,
    readonly design: Design,
    readonly network: Network,
  ) {
    super(origin);
  }

  probabilities(x: AnyMatrix): Float64Array {
    checkRows(this.attributes, x, ACCEPTS);
    const { data, columns } = this.design.matrix(x);
    const classes = this.classes.length;
    const probabilities = new Float64Array(x.rows * classes);
    for (let row = 0; row < x.rows; row++) {
      probabilities.set(
        this.network.forward(data.subarray(row * columns, (row + 1) * columns)),
        row * classes,
      );
    }
    return probabilities;
  }

  protected parametersToJSON() {
    const { sizes, weights } = this.network;
    return { design: this.design.toJSON(), hidden: sizes.slice(1, -1), weights: Array.from(weights) };
  }
}

/** All weights are in one array, layer by layer, each unit's incoming weights followed by its bias. */
export class Network {
  readonly #starts: number[];
  readonly #outputs: Float64Array[];
  readonly #errors: Float64Array[];

  constructor(
    readonly sizes: readonly number[],
    readonly weights: Float64Array,
  ) {
    this.#starts = layerStarts(sizes);
    this.#outputs = sizes.map(size => new Float64Array(size));
    this.#errors = sizes.map(size => new Float64Array(size));
  }

  /** Class probabilities of a row; the array is overwritten by the next call. */
  forward(inputs: Float64Array): Float64Array {
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
        to[unit] = layer === last ? sum : Math.tanh(sum);
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
    if (layer > 1) for (let i = 0; i < below.length; i++) below[i]! *= 1 - from[i]! * from[i]!;
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

function adam(learningRate: number, size: number): (weights: Float64Array, gradient: Float64Array) => void {
  const first = new Float64Array(size);
  const second = new Float64Array(size);
  let correction1 = 1;
  let correction2 = 1;
  return (weights, gradient) => {
    correction1 *= 0.9;
    correction2 *= 0.999;
    for (let i = 0; i < size; i++) {
      first[i] = 0.9 * first[i]! + 0.1 * gradient[i]!;
      second[i] = 0.999 * second[i]! + 0.001 * gradient[i]! * gradient[i]!;
      const size2 = Math.sqrt(second[i]! / (1 - correction2)) + 1e-8;
      weights[i]! -= (learningRate * first[i]!) / (1 - correction1) / size2;
    }
  };
}
