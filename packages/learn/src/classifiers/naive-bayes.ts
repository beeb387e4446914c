import { type Accepts, checkDataset, checkRows } from '../data/check.js';
import type { Dataset } from '../data/dataset.js';
import type { AnyMatrix, Matrix } from '../data/matrix.js';
import { classTotals, weightsOf } from '../data/weights.js';
import type { Classifier, FitControl } from '../estimator.js';
import { step } from '../fit-control.js';
import { ModelReader, parametersOf } from '../model-file.js';
import { numberOption, type OptionsOf, readOptions } from '../options.js';
import { type FitOrigin, FittedClassifier } from './fitted.js';
import type { RegistryEntry } from './table.js';

const RULES = {
  /** Added to the count of every nominal value in every class (1 is Laplace's rule). */
  smoothing: numberOption(1, { above: 0 }),
};

export type NaiveBayesOptions = OptionsOf<typeof RULES>;

const ACCEPTS: Accepts = { allowMissing: true, allowNominal: true, allowSparse: false };

/** What is known of one attribute in every class. */
type Likelihood =
  | { readonly kind: 'numeric'; readonly means: Float64Array; readonly deviations: Float64Array }
  /** Logarithms of the values' probabilities, `classes × values`. */
  | { readonly kind: 'nominal'; readonly values: number; readonly logs: Float64Array };

/** Normal densities for numbers, smoothed frequencies for nominal values; a missing value says nothing. */
export class NaiveBayes implements Classifier {
  readonly algorithm = 'naive-bayes';
  readonly options: Readonly<NaiveBayesOptions> & Readonly<Record<string, unknown>>;

  constructor(options: Partial<NaiveBayesOptions> = {}) {
    this.options = { ...readOptions('naive-bayes', RULES, options) };
  }

  fit(data: Dataset, control?: FitControl): NaiveBayesModel {
    checkDataset(data, ACCEPTS);
    const totals = classTotals(data);
    const all = totals.reduce((sum, total) => sum + total, 0);
    const likelihoods = data.attributes.map((attribute, column) => {
      step(control, column / data.attributes.length, attribute.name);
      if (attribute.kind === 'numeric') return normalLikelihood(data, column);
      return nominalLikelihood(data, column, attribute.values.length, this.options.smoothing);
    });
    const logPriors = totals.map(total => Math.log(total / all));
    return new NaiveBayesModel({ ...data, options: this.options }, logPriors, likelihoods);
  }
}

class NaiveBayesModel extends FittedClassifier {
  readonly algorithm = 'naive-bayes';
  readonly #logPriors: Float64Array;
  readonly #likelihoods: readonly Likelihood[];

  constructor(origin: FitOrigin, logPriors: Float64Array, likelihoods: readonly Likelihood[]) {
    super(origin);
    this.#logPriors = logPriors;
    this.#likelihoods = likelihoods;
  }

  probabilities(x: AnyMatrix): Float64Array {
    checkRows(this.attributes, x, ACCEPTS);
    const { data, columns } = x as Matrix;
    const classes = this.classes.length;
    const out = new Float64Array(x.rows * classes);
    for (let row = 0; row < x.rows; row++) {
      const logs = out.subarray(row * classes, (row + 1) * classes);
      logs.set(this.#logPriors);
      this.#likelihoods.forEach((likelihood, column) => {
        addLogLikelihood(likelihood, data[row * columns + column]!, logs);
      });
      exponentiate(logs);
    }
    return out;
  }

  protected contents() {
    const likelihoods = this.#likelihoods.map(likelihood =>
      likelihood.kind === 'numeric'
        ? { means: [...likelihood.means], deviations: [...likelihood.deviations] }
        : { logs: [...likelihood.logs] },
    );
    return { parameters: { logPriors: [...this.#logPriors], likelihoods } };
  }
}

/** The registry's line for naive Bayes. */
export const naiveBayes: RegistryEntry = {
  accepts: ACCEPTS,
  create: options => new NaiveBayes(options),
  load: file => {
    const { classes, attributes } = file;
    const reader = parametersOf(file, 'naive-bayes');
    const stored = reader.list('likelihoods', attributes.length);
    const likelihoods = attributes.map((attribute, column): Likelihood => {
      const own = new ModelReader(stored[column], `the likelihood of “${attribute.name}”`);
      if (attribute.kind === 'nominal') {
        const values = attribute.values.length;
        return { kind: 'nominal', values, logs: own.numbers('logs', classes.length * values) };
      }
      const means = own.numbers('means', classes.length);
      return { kind: 'numeric', means, deviations: own.numbers('deviations', classes.length) };
    });
    const logPriors = reader.numbers('logPriors', classes.length);
    return new NaiveBayesModel(file, logPriors, likelihoods);
  },
};

function addLogLikelihood(likelihood: Likelihood, value: number, logs: Float64Array): void {
  if (Number.isNaN(value)) return;
  for (let label = 0; label < logs.length; label++) {
    if (likelihood.kind === 'nominal') logs[label]! += likelihood.logs[label * likelihood.values + value]!;
    else {
      const deviation = likelihood.deviations[label]!;
      const distance = (value - likelihood.means[label]!) / deviation;
      logs[label]! -= 0.5 * distance * distance + Math.log(deviation);
    }
  }
}

/** Turns logarithms into probabilities that sum to 1; the greatest is taken out first so that none overflows. */
function exponentiate(logs: Float64Array): void {
  const greatest = logs.reduce((most, log) => Math.max(most, log), Number.NEGATIVE_INFINITY);
  let sum = 0;
  for (let label = 0; label < logs.length; label++) {
    logs[label] = Math.exp(logs[label]! - greatest);
    sum += logs[label]!;
  }
  for (let label = 0; label < logs.length; label++) logs[label]! /= sum;
}

function nominalLikelihood(data: Dataset, column: number, values: number, smoothing: number): Likelihood {
  const { x, y } = data as { x: Matrix; y: Int32Array };
  const weights = weightsOf(data);
  const counts = new Float64Array(data.classes.length * values).fill(smoothing);
  const totals = new Float64Array(data.classes.length).fill(smoothing * values);
  for (let row = 0; row < x.rows; row++) {
    const value = x.data[row * x.columns + column]!;
    if (Number.isNaN(value)) continue;
    counts[y[row]! * values + value]! += weights[row]!;
    totals[y[row]!]! += weights[row]!;
  }
  return {
    kind: 'nominal',
    values,
    logs: counts.map((count, i) => Math.log(count / totals[Math.floor(i / values)]!)),
  };
}

/**
 * Mean and deviation in each class. A deviation is at least a sixth of the mean gap between neighbouring values, as
 * in Weka, so that a class whose values are all alike still has a density. A class in which all values are missing
 * takes the figures of all classes together.
 */
function normalLikelihood(data: Dataset, column: number): Likelihood {
  const classes = data.classes.length;
  const { x, y } = data as { x: Matrix; y: Int32Array };
  const weights = weightsOf(data);
  const rows = Int32Array.from(y.keys()).filter(
    row => weights[row]! > 0 && !Number.isNaN(x.data[row * x.columns + column]!),
  );
  const floor = meanGap(Float64Array.from(rows, row => x.data[row * x.columns + column]!)) / 6;
  // One more slot holds all classes together.
  const totals = new Float64Array(classes + 1);
  const means = new Float64Array(classes + 1);
  const squares = new Float64Array(classes + 1);
  for (const row of rows) {
    for (const slot of [y[row]!, classes]) {
      // Welford's update: no difference of large sums.
      const change = x.data[row * x.columns + column]! - means[slot]!;
      totals[slot]! += weights[row]!;
      means[slot]! += (change * weights[row]!) / totals[slot]!;
      squares[slot]! += weights[row]! * change * (x.data[row * x.columns + column]! - means[slot]!);
    }
  }
  const source = Int32Array.from({ length: classes }, (_, label) => (totals[label]! > 0 ? label : classes));
  return {
    kind: 'numeric',
    means: Float64Array.from(source, slot => means[slot]!),
    deviations: Float64Array.from(source, slot =>
      totals[slot]! > 0 ? Math.max(floor, Math.sqrt(squares[slot]! / totals[slot]!)) : 1,
    ),
  };
}

/** Mean distance between neighbouring distinct values; 1 where there are not two. */
function meanGap(values: Float64Array): number {
  const distinct = Float64Array.from(new Set(values)).sort();
  const gaps = distinct.length - 1;
  return gaps > 0 ? (distinct[gaps]! - distinct[0]!) / gaps : 1;
}
