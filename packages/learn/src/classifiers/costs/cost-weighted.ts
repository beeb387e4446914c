import { checkDataset } from '../../data/check.js';
import type { Dataset } from '../../data/dataset.js';
import type { AnyMatrix } from '../../data/matrix.js';
import { weightsOf } from '../../data/weights.js';
import { LearnError } from '../../errors.js';
import type { Classifier, FitControl } from '../../estimator.js';
import { choiceOption, type OptionsOf, readOptions } from '../../options.js';
import { PLAIN_CLASSIFIERS } from '../plain.js';
import { entryOf, type RegistryEntry } from '../table.js';
import { costMatrix, costsOption, leastCostly } from './cost-matrix.js';
import { fitWrapped, WRAPPED_RULES, WrappingModel, wrappedFromJSON } from './wrapped.js';

/** Where costs come in: as weights of the training rows, or when a class has to be said. */
export type CostMethod = 'weights' | 'decision';

const RULES = {
  ...WRAPPED_RULES,
  costs: costsOption,
  method: choiceOption<CostMethod>('weights', ['weights', 'decision']),
};

/** Options of cost-weighted training. */
export type CostWeightedOptions = OptionsOf<typeof RULES>;

/**
 * Costs for any classifier without relabelling: `weights` makes rows of a class weigh what mistaking them costs,
 * `decision` leaves the model alone and says the class of least expected cost.
 */
export class CostWeighted implements Classifier {
  readonly algorithm = 'cost-weighted';
  readonly options: CostWeightedOptions & Readonly<Record<string, unknown>>;

  constructor(options: Partial<CostWeightedOptions> = {}) {
    this.options = { ...readOptions('cost-weighted', RULES, options) };
  }

  fit(data: Dataset, control?: FitControl): CostWeightedModel {
    checkDataset(data, entryOf(PLAIN_CLASSIFIERS, this.options.classifier).accepts);
    const matrix = costMatrix(this.options.costs, data.classes);
    const weighted =
      this.options.method === 'weights' ? { ...data, weights: costWeights(data, matrix) } : data;
    const wrapped = fitWrapped(this.options, weighted, control);
    return new CostWeightedModel({ ...data, options: this.options }, wrapped);
  }
}

/**
 * Ting's instance weights (1998, eq. 2 and 4): a row weighs in proportion to the summed cost of mistaking its
 * class, and all rows together weigh as much as before.
 */
export function costWeights(data: Dataset, matrix: Float64Array): Float64Array {
  const classes = data.classes.length;
  const before = weightsOf(data);
  const costOf = data.classes.map((_, truth) => {
    let sum = 0;
    for (let said = 0; said < classes; said++) if (said !== truth) sum += matrix[truth * classes + said]!;
    return sum;
  });
  if (classes === 1) return before;
  const free = costOf.indexOf(0);
  if (free >= 0) {
    const message = `Mistaking the class “${data.classes[free]}” costs nothing, so its rows would have no weight; give it a cost, or use the method “decision”.`;
    throw new LearnError('bad-option', message);
  }
  const weights = before.map((weight, row) => weight * costOf[data.y[row]!]!);
  const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
  const factor = sum(before) / sum(weights);
  return weights.map(weight => weight * factor);
}

/** A model that minds costs. */
class CostWeightedModel extends WrappingModel {
  readonly algorithm = 'cost-weighted';

  /** With the method `decision` this need not be the most probable class. */
  override predict(x: AnyMatrix): Int32Array {
    const { method, costs } = readOptions('cost-weighted', RULES, this.options);
    if (method === 'weights') return super.predict(x);
    return leastCostly(this.probabilities(x), costMatrix(costs, this.classes), this.classes.length);
  }
}

/** The line of the registry; it accepts what C4.5, its default, accepts. */
export const costWeighted: RegistryEntry = {
  accepts: { allowMissing: true, allowNominal: true, allowSparse: false },
  create: options => new CostWeighted(options),
  load: file => new CostWeightedModel(file, wrappedFromJSON(file)),
};
