import { LearnError } from '../errors.js';
import type { Dataset } from './dataset.js';

/** The weight of every row; ones where the data has none. */
export function weightsOf(data: Dataset): Float64Array {
  return data.weights ?? new Float64Array(data.x.rows).fill(1);
}

/** The summed weight of each class. */
export function classTotals(data: Dataset): Float64Array {
  const totals = new Float64Array(data.classes.length);
  for (let row = 0; row < data.y.length; row++)
    totals[data.y[row]!]! += data.weights ? data.weights[row]! : 1;
  return totals;
}

/** Weights that make every class count alike, with the same total weight as before. */
export function balancedClassWeights(data: Dataset): Record<string, number> {
  const totals = classTotals(data);
  const present = totals.filter(total => total > 0).length;
  const share = totals.reduce((sum, total) => sum + total, 0) / present;
  return Object.fromEntries(
    data.classes.flatMap((name, i) => (totals[i]! > 0 ? [[name, share / totals[i]!]] : [])),
  );
}

/** The same data with each row's weight multiplied by its class's; a class not named keeps its weight. */
export function withClassWeights(data: Dataset, classWeights: Readonly<Record<string, number>>): Dataset {
  for (const [name, weight] of Object.entries(classWeights)) {
    if (!data.classes.includes(name)) {
      throw new LearnError('bad-label', `There is a weight for “${name}”, which is no class of the data.`);
    }
    if (!(weight > 0 && weight < Number.POSITIVE_INFINITY)) {
      const message = `The weight of the class “${name}” is ${weight}; class weights are finite and above zero.`;
      throw new LearnError('bad-weight', message);
    }
  }
  const factors = data.classes.map(name => (Object.hasOwn(classWeights, name) ? classWeights[name]! : 1));
  return { ...data, weights: weightsOf(data).map((weight, row) => weight * factors[data.y[row]!]!) };
}
