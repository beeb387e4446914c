import type { Dataset } from './dataset.js';

/** The weight of every row; ones where the data has none. */
export function weightsOf(data: Dataset): Float64Array {
  return data.weights ?? new Float64Array(data.x.rows).fill(1);
}
