import { mostLikely } from '../classifiers/fitted.js';
import type { Dataset } from '../data/dataset.js';
import { crossValidationFolds, type FoldOptions } from '../data/splits.js';
import { expandClasses, matrixRows, selectRows, withoutEmptyClasses } from '../data/subset.js';
import type { FitControl, Learner } from '../estimator.js';

interface FoldResult {
  readonly test: Int32Array;
  readonly accuracy: number;
}

interface CrossValidation {
  readonly folds: readonly FoldResult[];
  readonly probabilities: Float64Array;
  readonly accuracy: number;
}

/** Classes without training rows in a fold get probability 0 there. */
export function crossValidate(
  learner: Learner,
  data: Dataset,
  options: FoldOptions,
  control?: FitControl,
): CrossValidation {
  const splits = crossValidationFolds(data, options);
  const size = data.classes.length;
  const all = new Float64Array(data.x.rows * size);
  const folds = splits.map(({ train, test }, fold): FoldResult => {
    const { data: present, kept } = withoutEmptyClasses(selectRows(data, train));
    const model = learner.fit(present, foldControl(control, fold, splits.length));
    const probabilities = expandClasses(model.probabilities(matrixRows(data.x, test)), kept, size);
    test.forEach((row, i) => {
      all.set(probabilities.subarray(i * size, (i + 1) * size), row * size);
    });
    const accuracy = weightedAccuracy(selectRows(data, test), mostLikely(probabilities, size));
    return { test, accuracy };
  });
  return { folds, probabilities: all, accuracy: weightedAccuracy(data, mostLikely(all, size)) };
}

export function weightedAccuracy({ y, weights }: Dataset, predicted: Int32Array): number {
  let right = 0;
  let total = 0;
  for (let row = 0; row < y.length; row++) {
    const weight = weights?.[row] ?? 1;
    total += weight;
    if (predicted[row] === y[row]) right += weight;
  }
  return total > 0 ? right / total : 0;
}

function foldControl(control: FitControl | undefined, fold: number, folds: number): FitControl {
  const onProgress: FitControl['onProgress'] = (share, note) =>
    control?.onProgress?.((fold + share) / folds, `fold ${fold + 1} of ${folds}: ${note}`);
  return { stopped: control?.stopped, onProgress };
}
