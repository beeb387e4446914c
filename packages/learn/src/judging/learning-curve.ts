import type { Dataset } from '../data/dataset.js';
import { crossValidationFolds, type FoldOptions, type Split } from '../data/splits.js';
import { matrixRows, selectRows } from '../data/subset.js';
import { LearnError } from '../errors.js';
import type { Classifier, FitControl } from '../estimator.js';
import { step } from '../fit-control.js';
import { seededRandom } from '../random.js';
import { meanAndDeviation } from './cross-validation.js';
import { type Evaluation, evaluate, fitOnRows } from './evaluation.js';

/** How a learning curve is measured. */
export interface LearningCurveOptions extends FoldOptions {
  /** Shares of each training fold to fit on, above 0 and up to 1. Default 0.1, 0.2, 0.4, 0.7, 1. */
  readonly shares?: readonly number[];
  /** The figure that is followed. Default accuracy. */
  readonly figure?: (evaluation: Evaluation) => number;
}

/** The figure at one size, over the folds. */
export interface LearningCurvePoint {
  readonly share: number;
  /** Mean number of rows fitted on. */
  readonly rows: number;
  readonly train: { readonly mean: number; readonly deviation: number };
  readonly test: { readonly mean: number; readonly deviation: number };
}

/** Fits on growing parts of each training fold: smaller parts are contained in larger ones. */
export function learningCurve(
  classifier: Classifier,
  data: Dataset,
  options: LearningCurveOptions,
  control?: FitControl,
): LearningCurvePoint[] {
  const {
    shares = [0.1, 0.2, 0.4, 0.7, 1],
    figure = (e: Evaluation) => e.scores.accuracy,
    seed = 1,
  } = options;
  const wrong = shares.find(share => !(share > 0 && share <= 1));
  if (wrong !== undefined) {
    throw new LearnError('bad-option', `Shares must lie above 0 and up to 1; one is ${wrong}.`);
  }
  const splits = crossValidationFolds(data, options).map(({ train, test }) => ({
    train: growingOrder(data.y, train, seed),
    test,
  }));
  return shares.map((share, i) => {
    step(control, i / shares.length, `share ${share}`);
    const measured = splits.map(split => measure(classifier, data, split, share, figure));
    return {
      share,
      rows: measured.reduce((sum, fold) => sum + fold.rows, 0) / measured.length,
      train: meanAndDeviation(measured.map(fold => fold.train)),
      test: meanAndDeviation(measured.map(fold => fold.test)),
    };
  });
}

function measure(
  classifier: Classifier,
  data: Dataset,
  split: Split,
  share: number,
  figure: (evaluation: Evaluation) => number,
) {
  const rows = split.train.subarray(0, Math.max(1, Math.round(split.train.length * share)));
  const predictor = fitOnRows(classifier, data, rows);
  const at = (chosen: Int32Array) =>
    figure(evaluate(predictor(matrixRows(data.x, chosen)), selectRows(data, chosen)));
  return { rows: rows.length, train: at(rows), test: at(split.test) };
}

/**
 * Rows in an order of which every beginning holds the classes in about their shares: within its class, the i-th of n
 * shuffled rows stands at (i + ½) / n.
 */
function growingOrder(y: Int32Array, rows: Int32Array, seed: number): Int32Array {
  const totals = new Map<number, number>();
  for (const row of rows) totals.set(y[row]!, (totals.get(y[row]!) ?? 0) + 1);
  const seen = new Map<number, number>();
  const placed = Array.from(seededRandom(seed).shuffle(rows.slice()), row => {
    const before = seen.get(y[row]!) ?? 0;
    seen.set(y[row]!, before + 1);
    return { row, place: (before + 0.5) / totals.get(y[row]!)! };
  });
  return Int32Array.from(
    placed.sort((a, b) => a.place - b.place),
    ({ row }) => row,
  );
}
