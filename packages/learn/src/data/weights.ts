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
