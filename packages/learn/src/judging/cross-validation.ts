import type { Dataset } from '../data/dataset.js';
import { crossValidationFolds, type FoldOptions } from '../data/splits.js';
import { matrixRows, selectRows } from '../data/subset.js';
import type { Classifier, FitControl } from '../estimator.js';
import { type Evaluation, evaluate, fitOnRows } from './evaluation.js';

export interface FoldResult extends Evaluation {
  /** Rows held out. */
  readonly test: Int32Array;
  /** Their class probabilities, row after row. */
  readonly probabilities: Float64Array;
}

export interface CrossValidation {
  readonly folds: readonly FoldResult[];
  /** Class probabilities of every row, from the fold that held it out. */
  readonly probabilities: Float64Array;
  readonly overall: Evaluation;
  /** Mean and standard deviation (n − 1) of accuracy over the folds. */
  readonly accuracy: { readonly mean: number; readonly deviation: number };
}

/** Cross-validates over folds; rows of one group stay together. */
export function crossValidate(
  classifier: Classifier,
  data: Dataset,
  options: FoldOptions,
  control?: FitControl,
): CrossValidation {
  const splits = crossValidationFolds(data, options);
  const size = data.classes.length;
  const all = new Float64Array(data.x.rows * size);
  const folds = splits.map(({ train, test }, fold): FoldResult => {
    const predictor = fitOnRows(classifier, data, train, foldControl(control, fold, splits.length));
    const probabilities = predictor(matrixRows(data.x, test));
    test.forEach((row, i) => {
      all.set(probabilities.subarray(i * size, (i + 1) * size), row * size);
    });
    return { test, probabilities, ...evaluate(probabilities, selectRows(data, test)) };
  });
  return {
    folds,
    probabilities: all,
    overall: evaluate(all, data),
    accuracy: meanAndDeviation(folds.map(fold => fold.scores.accuracy)),
  };
}

/** Mean and standard deviation with n − 1; the deviation of one value is 0. */
export function meanAndDeviation(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / Math.max(1, values.length - 1)) };
}

/** Maps the progress of a fold to that of the whole run. */
function foldControl(control: FitControl | undefined, fold: number, folds: number): FitControl {
  return {
    ...(control?.stopped && { stopped: control.stopped }),
    onProgress: (share, note) =>
      control?.onProgress?.((fold + share) / folds, `fold ${fold + 1} of ${folds}: ${note}`),
  };
}
