import type { Dataset } from '../data/dataset.js';
import { type AnyMatrix, type Matrix, toDense } from '../data/matrix.js';
import { LearnError } from '../errors.js';
import type { FitControl } from '../estimator.js';
import { step } from '../fit-control.js';
import { meanAndDeviation } from '../judging/cross-validation.js';
import { type Evaluation, evaluate } from '../judging/evaluation.js';
import { type Random, seededRandom } from '../random.js';

/** How importance is measured. */
export interface PermutationOptions {
  /** Shuffles of each column. Default 5. */
  readonly repeats?: number;
  /** Default 1. */
  readonly seed?: number;
  /** The figure whose fall is importance. Default accuracy. */
  readonly figure?: (evaluation: Evaluation) => number;
}

/** How far the figure falls when a column is shuffled, over the repeats. */
export interface PermutationImportance {
  readonly mean: number;
  readonly deviation: number;
}

/**
 * Permutation importance (Breiman 2001, §10): what a fitted model loses when the values of one column are dealt out
 * to the rows at random. Use rows the model was not fitted on. One entry a column.
 */
export function permutationImportance(
  model: { probabilities(x: AnyMatrix): Float64Array },
  data: Dataset,
  options: PermutationOptions = {},
  control?: FitControl,
): PermutationImportance[] {
  const { repeats = 5, seed = 1, figure = (e: Evaluation) => e.scores.accuracy } = options;
  if (!(Number.isInteger(repeats) && repeats >= 1)) {
    throw new LearnError('bad-option', `repeats must be a whole number of at least 1; it is ${repeats}.`);
  }
  const random = seededRandom(seed);
  const x = toDense(data.x);
  const whole = figure(evaluate(model.probabilities(x), data));
  return data.attributes.map((attribute, column) => {
    step(control, column / data.attributes.length, attribute.name);
    const falls = Array.from({ length: repeats }, () => {
      return whole - figure(evaluate(model.probabilities(shuffledColumn(x, column, random)), data));
    });
    return meanAndDeviation(falls);
  });
}

function shuffledColumn(x: Matrix, column: number, random: Random): Matrix {
  const data = x.data.slice();
  const order = random.shuffle(Int32Array.from({ length: x.rows }, (_, row) => row));
  for (let row = 0; row < x.rows; row++) {
    data[row * x.columns + column] = x.data[order[row]! * x.columns + column]!;
  }
  return { ...x, data };
}
