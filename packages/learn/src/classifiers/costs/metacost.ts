import { checkDataset } from '../../data/check.js';
import type { Dataset } from '../../data/dataset.js';
import type { AnyMatrix } from '../../data/matrix.js';
import { selectRows } from '../../data/subset.js';
import type { Classifier, FitControl } from '../../estimator.js';
import { step } from '../../fit-control.js';
import { numberOption, type OptionsOf, readOptions, switchOption } from '../../options.js';
import { seededRandom } from '../../random.js';
import { type FitOrigin, FittedClassifier } from '../fitted.js';
import { PLAIN_CLASSIFIERS } from '../plain.js';
import { entryOf, type RegistryEntry } from '../table.js';
import { costMatrix, costsOption, leastCostly } from './cost-matrix.js';
import {
  fitWrapped,
  WRAPPED_RULES,
  type WrappedModel,
  wrappedFromJSON,
  wrappedProbabilities,
} from './wrapped.js';

const RULES = {
  ...WRAPPED_RULES,
  costs: costsOption,
  /** Number of resamples (m). */
  bags: numberOption(10, { from: 1, whole: true }),
  /** Size of a resample as a share of all rows (n). */
  bagShare: numberOption(1, { above: 0, to: 1 }),
  /** Average over all bags (q); otherwise only over bags that did not draw the row. */
  allBags: switchOption(true),
  seed: numberOption(1, { whole: true }),
};

/** Names in brackets are the paper's. */
export type MetaCostOptions = OptionsOf<typeof RULES>;

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
    const wrapped = fitWrapped(this.options, { ...rows, y }, stopOnly(control));
    return new MetaCostModel({ ...data, options: this.options }, wrapped);
  }

  /** Summed probabilities of each row; a row drawn by every bag keeps its label. */
  #bagged(data: Dataset, control: FitControl | undefined): Float64Array {
    const { bags, bagShare, allBags, seed } = this.options;
    const classes = data.classes.length;
    const random = seededRandom(seed);
    const sums = new Float64Array(data.y.length * classes);
    const estimates = new Uint32Array(data.y.length);
    for (let bag = 0; bag < bags; bag++) {
      step(control, bag / (bags + 1), `bag ${bag + 1} of ${bags}`);
      const size = Math.max(1, Math.round(bagShare * data.y.length));
      const drawn = Int32Array.from({ length: size }, () => random.below(data.y.length));
      const wrapped = fitWrapped(this.options, selectRows(data, drawn), stopOnly(control));
      const probabilities = wrappedProbabilities(wrapped, data.x, classes);
      const inBag = new Set(allBags ? [] : drawn);
      for (let row = 0; row < estimates.length; row++) {
        if (inBag.has(row)) continue;
        estimates[row]!++;
        for (let k = row * classes; k < (row + 1) * classes; k++) sums[k]! += probabilities[k]!;
      }
    }
    estimates.forEach((times, row) => {
      if (times === 0) sums[row * classes + data.y[row]!] = 1;
    });
    return sums;
  }
}

/** Inner fits report no progress: their shares would start over each time. */
function stopOnly(control: FitControl | undefined): FitControl {
  return control?.stopped ? { stopped: control.stopped } : {};
}

/** Probabilities are those of the relabelled classes, not of the true ones. */
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

/** Accepts what C4.5, its default classifier, accepts. */
export const metaCost: RegistryEntry = {
  accepts: { allowMissing: true, allowNominal: true, allowSparse: false },
  create: options => new MetaCost(options),
  load: file => new MetaCostModel(file, wrappedFromJSON(file)),
};
