import { LearnError } from '../../errors.js';
import { type OptionRule, option } from '../../options.js';

/** `costs[truth][predicted]`. Empty: 1 for every error. */
export type Costs = readonly (readonly number[])[];

const isCost = (cost: unknown) => Number.isFinite(cost) && (cost as number) >= 0;

const isSquare = (value: unknown) =>
  Array.isArray(value) &&
  value.every(row => Array.isArray(row) && row.length === value.length && row.every(isCost));

export const costsOption: OptionRule<Costs> = option<Costs>(
  [],
  isSquare,
  'a square list of rows of finite costs of at least 0, or an empty list',
);

/** The costs as a flat array, `truth × predicted`. */
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

/** The class of least expected cost for each row; the more probable one of equals. */
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
