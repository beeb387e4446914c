import type { Dataset } from './dataset.js';

export function weightsOf(data: Dataset): Float64Array {
  return data.weights ?? new Float64Array(data.x.rows).fill(1);
}
