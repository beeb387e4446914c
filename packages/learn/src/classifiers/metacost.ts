import type { Dataset } from '../data/dataset.js';
import type { AnyMatrix } from '../data/matrix.js';
import { expandClasses, selectRows, withoutEmptyClasses } from '../data/subset.js';
import { LearnError } from '../errors.js';
import { type FitControl, type Learner, type Predictor, step } from '../estimator.js';
import { seededRandom } from '../random.js';

/** `costs[truth][predicted]`. */
export type Costs = readonly (readonly number[])[];

const BAGS = 10;
const SEED = 1;

/**
 * MetaCost (Domingos 1999, table 1) makes any learner cost-sensitive (paper 003, §6.5): it estimates class
 * probabilities of the training rows by bagging, relabels each row with the class of least expected cost, and fits the
 * learner once to the new labels. The probabilities of the result refer to these labels.
 */
export function metaCost(learner: Learner, costs: Costs): Learner {
  return {
    fit(data, control) {
      const matrix = costMatrix(costs, data.classes);
      const positive = Int32Array.from(data.y.keys()).filter(row => (data.weights?.[row] ?? 1) > 0);
      const rows = selectRows(data, positive);
      const y = leastCostly(bagged(learner, rows, control), matrix, data.classes.length);
      step(control, BAGS / (BAGS + 1), 'fitting on the new labels');
      return fitPresent(learner, { ...rows, y }, control);
    },
  };
}

function bagged(learner: Learner, data: Dataset, control: FitControl | undefined): Float64Array {
  const random = seededRandom(SEED);
  const sums = new Float64Array(data.y.length * data.classes.length);
  for (let bag = 0; bag < BAGS; bag++) {
    step(control, bag / (BAGS + 1), `bag ${bag + 1} of ${BAGS}`);
    const drawn = Int32Array.from(data.y, () => random.below(data.y.length));
    const probabilities = fitPresent(learner, selectRows(data, drawn), control).probabilities(data.x);
    for (let i = 0; i < sums.length; i++) sums[i]! += probabilities[i]!;
  }
  return sums;
}

/** Fits without classes that have no rows. Reports no progress, because its share would start over with each fit. */
function fitPresent(learner: Learner, data: Dataset, control: FitControl | undefined): Predictor {
  const { data: present, kept } = withoutEmptyClasses(data);
  const model = learner.fit(present, { stopped: control?.stopped });
  return {
    probabilities: (x: AnyMatrix) => expandClasses(model.probabilities(x), kept, data.classes.length),
  };
}

function costMatrix(costs: Costs, classes: readonly string[]): Float64Array {
  const count = classes.length;
  const isCost = (cost: number) => Number.isFinite(cost) && cost >= 0;
  const fits = costs.length === count && costs.every(row => row.length === count && row.every(isCost));
  if (fits) return Float64Array.from(costs.flat());
  const message = `Expected costs of at least 0 as ${count} rows of ${count}, one per class (${classes.join(', ')}).`;
  throw new LearnError('bad-option', message);
}

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
