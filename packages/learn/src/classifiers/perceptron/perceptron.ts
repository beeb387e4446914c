import { type Accepts, checkDataset, checkRows } from '../../data/check.js';
import type { Dataset } from '../../data/dataset.js';
import type { AnyMatrix } from '../../data/matrix.js';
import { weightsOf } from '../../data/weights.js';
import { LearnError } from '../../errors.js';
import type { Classifier, FitControl, ModelFile } from '../../estimator.js';
import { step } from '../../fit-control.js';
import { type ModelReader, parametersOf } from '../../model-file.js';
import { choiceOption, numberOption, type OptionsOf, option, readOptions } from '../../options.js';
import { seededRandom } from '../../random.js';
import {
  type Design,
  designFromJSON,
  designMatrix,
  designToJSON,
  designWidth,
  fitDesign,
} from '../design.js';
import { type FitOrigin, FittedClassifier } from '../fitted.js';
import type { RegistryEntry } from '../table.js';
import { type Activation, initialWeights, Network, weightCount } from './network.js';
import { OPTIMISERS, type OptimiserName } from './optimisers.js';

const areSizes = (value: unknown) =>
  Array.isArray(value) && value.every(size => Number.isInteger(size) && size > 0);

const RULES = {
  /** Units of each hidden layer. */
  hidden: option<readonly number[]>([16], areSizes, 'a list of whole numbers above 0'),
  activation: choiceOption<Activation>('tanh', ['tanh', 'sigmoid', 'relu']),
  optimiser: choiceOption<OptimiserName>('adam', ['adam', 'momentum']),
  learningRate: numberOption(0.01, { above: 0 }),
  /** For the optimiser `momentum`. */
  momentum: numberOption(0.9, { from: 0, below: 1 }),
  epochs: numberOption(100, { from: 1, whole: true }),
  batchSize: numberOption(32, { from: 1, whole: true }),
  /** λ of λ/2 ‖w‖², added to the mean loss. */
  l2: numberOption(1e-4, { from: 0 }),
  seed: numberOption(1, { whole: true }),
};

export type PerceptronOptions = OptionsOf<typeof RULES>;

const ACCEPTS: Accepts = { allowMissing: true, allowNominal: true, allowSparse: true };

/**
 * Multilayer perceptron with softmax output, trained by mini-batch backpropagation. Numbers are standardised; nominal
 * attributes get one input per value.
 */
export class Perceptron implements Classifier {
  readonly algorithm = 'perceptron';
  readonly options: PerceptronOptions & Readonly<Record<string, unknown>>;

  constructor(options: Partial<PerceptronOptions> = {}) {
    this.options = { ...readOptions('perceptron', RULES, options) };
  }

  fit(data: Dataset, control?: FitControl): PerceptronModel {
    checkDataset(data, ACCEPTS);
    const design = fitDesign(data, { standardise: true });
    const sizes = [designWidth(design), ...this.options.hidden, data.classes.length];
    const weights = initialWeights(sizes, seededRandom(this.options.seed));
    const network = new Network(sizes, this.options.activation, weights);
    train(network, designMatrix(design, data.x).data, data.y, weightsOf(data), this.options, control);
    return new PerceptronModel({ ...data, options: this.options }, design, network);
  }
}

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
  const move = OPTIMISERS[options.optimiser](options, gradient.length);
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
    const { data, columns } = designMatrix(this.design, x);
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

  protected contents() {
    const { sizes, activation, weights } = this.network;
    const design = designToJSON(this.design);
    return { parameters: { design, hidden: sizes.slice(1, -1), activation, weights: Array.from(weights) } };
  }
}

function load(file: ModelFile): PerceptronModel {
  const reader = parametersOf(file, 'perceptron');
  const design = designFromJSON(reader.object('design'), file.attributes);
  const network = readNetwork(reader, designWidth(design), file.classes.length);
  return new PerceptronModel(file, design, network);
}

function readNetwork(reader: ModelReader, inputs: number, classes: number): Network {
  const hidden = Array.from(reader.integers('hidden', 1, 2 ** 31));
  const activation = reader.string('activation');
  const fault = RULES.activation.fault(activation);
  if (fault)
    throw new LearnError('bad-model', `The perceptron's activation is “${activation}”; expected ${fault}.`);
  const sizes = [inputs, ...hidden, classes];
  return new Network(sizes, activation as Activation, reader.numbers('weights', weightCount(sizes)));
}

export const perceptron: RegistryEntry = {
  accepts: ACCEPTS,
  create: options => new Perceptron(options),
  load,
};
