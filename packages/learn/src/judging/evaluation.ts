import { mostLikely } from '../classifiers/most-likely.js';
import type { Dataset } from '../data/dataset.js';
import type { AnyMatrix } from '../data/matrix.js';
import { overAllClasses, selectRows, withoutEmptyClasses } from '../data/subset.js';
import type { Classifier, FitControl } from '../estimator.js';
import { type ConfusionMatrix, confusionMatrix, type Scores, scoresOf } from './confusion.js';
import { areaByClass, prArea, rocArea } from './curves.js';

/** How well probabilities answer for rows whose classes are known. */
export interface Evaluation {
  readonly confusion: ConfusionMatrix;
  readonly scores: Scores;
  /** One class against all others, by class; NaN for a class that has no or all rows. */
  readonly rocAreas: readonly number[];
  readonly prAreas: readonly number[];
  /** Mean −ln of the probability of the true class, no probability taken below 1e-15. */
  readonly logLoss: number;
}

/** Judges probabilities (rows × classes) against the classes of the data; rows count by their weights. */
export function evaluate(probabilities: Float64Array, data: Dataset): Evaluation {
  const { y, classes, weights } = data;
  const confusion = confusionMatrix(classes, y, mostLikely(probabilities, classes.length), weights);
  let loss = 0;
  let total = 0;
  y.forEach((label, row) => {
    const weight = weights?.[row] ?? 1;
    loss -= weight * Math.log(Math.max(1e-15, probabilities[row * classes.length + label]!));
    total += weight;
  });
  return {
    confusion,
    scores: scoresOf(confusion),
    rocAreas: areaByClass(rocArea, probabilities, y, classes.length, weights),
    prAreas: areaByClass(prArea, probabilities, y, classes.length, weights),
    logLoss: total > 0 ? loss / total : 0,
  };
}

/** What judging needs of a fitted model: probabilities over all classes of the data it was taken from. */
export type Predictor = (x: AnyMatrix) => Float64Array;

/**
 * Fits on some rows of the data. Classifiers refuse classes without rows, and a fold may lack a rare class: those
 * classes are left out of the fit and get probability 0.
 */
export function fitOnRows(
  classifier: Classifier,
  data: Dataset,
  rows: ArrayLike<number>,
  control?: FitControl,
): Predictor {
  const { data: present, kept } = withoutEmptyClasses(selectRows(data, rows));
  const model = classifier.fit(present, control);
  return x => overAllClasses(model.probabilities(x), kept, data.classes.length);
}
