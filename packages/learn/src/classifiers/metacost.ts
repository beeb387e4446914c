import { checkDataset } from '../data/check.js';
import type { Dataset } from '../data/dataset.js';
import type { AnyMatrix } from '../data/matrix.js';
import { expandClasses, selectRows, withoutEmptyClasses } from '../data/subset.js';
import { LearnError } from '../errors.js';
import {
  type Classifier,
  type ClassifierModel,
  type FitControl,
  type ModelFile,
  type RegistryEntry,
  step,
} from '../estimator.js';
import { parametersOf } from '../model-file.js';
import { numberOption, type OptionsOf, option, readOptions } from '../options.js';
import { seededRandom } from '../random.js';
import { type FitOrigin, FittedClassifier } from './fitted.js';
import { entryOf, modelOf, PLAIN_CLASSIFIERS, WRAPPED_RULES } from './table.js';

/** `costs[truth][predicted]`. Empty: 1 for every error. */
export type Costs = readonly (readonly number[])[];

const isCost = (cost: unknown) => Number.isFinite(cost) && (cost as number) >= 0;

const isSquare = (value: unknown) =>
  Array.isArray(value) &&
  value.every(row => Array.isArray(row) && row.length === value.length && row.every(isCost));

const RULES = {
  ...WRAPPED_RULES,
  costs: option<Costs>([], isSquare, 'a square list of rows of finite costs of at least 0, or an empty list'),
  bags: numberOption(10, { from: 1, whole: true }),
  seed: numberOption(1, { whole: true }),
};

type MetaCostOptions = OptionsOf<typeof RULES>;

/**
 * MetaCost (Domingos 1999, table 1) makes any classifier cost-sensitive (paper 003, §6.5): it estimates class
 * probabilities of the training rows by bagging, relabels each row with the class of least expected cost, and fits
 * the classifier once on the new labels.
 */
export class MetaCost implements Classifier {
  readonly algorithm = 'metacost';
  readonly options: MetaCostOptions & Readonly<Record<string, unknown>>;

  constructor(options: Partial<MetaCostOptions> = {}) {
    this.options = { ...readOptions('metacost', RULES, options) };
  }

  fit(data: Dataset, control?: FitControl): MetaCostModel {
    checkDataset(data, entryOf(PLAIN_CLASSIFIERS, this.options.classifier).accepts);
    const matrix = costMatrix(this.options.costs, data.classes);
    const positive = Int32Array.from(data.y.keys()).filter(row => (data.weights?.[row] ?? 1) > 0);
    const rows = selectRows(data, positive);
    const probabilities = this.#bagged(rows, control);
    const y = leastCostly(probabilities, matrix, data.classes.length);
    step(control, this.options.bags / (this.options.bags + 1), 'fitting on the new labels');
    const wrapped = fitWrapped(this.options, { ...rows, y }, control);
    return new MetaCostModel({ ...data, options: this.options }, wrapped);
  }

  /** Class probabilities by row, summed over all bags; each bag is a resample of as many rows. */
  #bagged(data: Dataset, control: FitControl | undefined): Float64Array {
    const { bags, seed } = this.options;
    const classes = data.classes.length;
    const random = seededRandom(seed);
    const sums = new Float64Array(data.y.length * classes);
    for (let bag = 0; bag < bags; bag++) {
      step(control, bag / (bags + 1), `bag ${bag + 1} of ${bags}`);
      const drawn = Int32Array.from(data.y, () => random.below(data.y.length));
      const wrapped = fitWrapped(this.options, selectRows(data, drawn), control);
      const probabilities = wrappedProbabilities(wrapped, data.x, classes);
      for (let i = 0; i < sums.length; i++) sums[i]! += probabilities[i]!;
    }
    return sums;
  }
}

/** Probabilities refer to the new labels, not to the true ones. */
export class MetaCostModel extends FittedClassifier {
  readonly algorithm = 'metacost';

  constructor(
    origin: FitOrigin,
    readonly wrapped: WrappedModel,
  ) {
    super(origin);
  }

  probabilities(x: AnyMatrix): Float64Array {
    return wrappedProbabilities(this.wrapped, x, this.classes.length);
  }

  protected contents() {
    const { model, kept } = this.wrapped;
    return { parameters: { classes: this.classes.length, model: model.toJSON(), kept: Array.from(kept) } };
  }
}

export const metaCost: RegistryEntry = {
  accepts: { allowMissing: true, allowNominal: true, allowSparse: false },
  create: options => new MetaCost(options),
  load: file => new MetaCostModel(file, wrappedFromJSON(file)),
};

type WrappedOptions = OptionsOf<typeof WRAPPED_RULES>;

interface WrappedModel {
  readonly model: ClassifierModel;
  /** Index among all classes of each class of the model. */
  readonly kept: Int32Array;
}

/** Drops classes without rows. Reports no progress, because its share would start over with each fit. */
function fitWrapped(options: WrappedOptions, data: Dataset, control: FitControl | undefined): WrappedModel {
  const { data: present, kept } = withoutEmptyClasses(data);
  const classifier = entryOf(PLAIN_CLASSIFIERS, options.classifier).create(options.classifierOptions);
  return { model: classifier.fit(present, { stopped: control?.stopped }), kept };
}

function wrappedProbabilities({ model, kept }: WrappedModel, x: AnyMatrix, classes: number): Float64Array {
  return expandClasses(model.probabilities(x), kept, classes);
}

function wrappedFromJSON(file: ModelFile): WrappedModel {
  const reader = parametersOf(file, file.algorithm);
  reader.literal('classes', file.classes.length);
  const model = modelOf(PLAIN_CLASSIFIERS, reader.record('model'));
  const kept = reader.integers('kept', 0, file.classes.length, model.classes.length);
  kept.forEach((label, k) => {
    if (file.classes[label] === model.classes[k]) return;
    const message = `The wrapped model's class ${k} is “${model.classes[k]}”; expected “${file.classes[label]}”.`;
    throw new LearnError('bad-model', message);
  });
  return { model, kept };
}

export function costMatrix(costs: Costs, classes: readonly string[]): Float64Array {
  const count = classes.length;
  if (costs.length === 0) {
    return Float64Array.from({ length: count * count }, (_, at) =>
      Math.floor(at / count) === at % count ? 0 : 1,
    );
  }
  if (costs.length === count) return Float64Array.from(costs.flat());
  const message = `The cost matrix is ${costs.length} × ${costs.length}; the data has ${count} classes (${classes.join(', ')}).`;
  throw new LearnError('bad-option', message);
}

/** The class of least expected cost for each row; on ties the more probable one. */
export function leastCostly(probabilities: Float64Array, matrix: Float64Array, classes: number): Int32Array {
  const chosen = new Int32Array(probabilities.length / classes);
  for (let row = 0; row < chosen.length; row++) {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let predicted = 0; predicted < classes; predicted++) {
      let cost = 0;
      for (let truth = 0; truth < classes; truth++) {
        cost += probabilities[row * classes + truth]! * matrix[truth * classes + predicted]!;
      }
      const likelier =
        best >= 0 && probabilities[row * classes + predicted]! > probabilities[row * classes + best]!;
      if (cost < least || (cost === least && likelier)) {
        least = cost;
        best = predicted;
      }
    }
    chosen[row] = best;
  }
  return chosen;
}
