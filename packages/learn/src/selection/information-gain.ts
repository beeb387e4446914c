import type { Dataset } from '../data/dataset.js';
import { discreteColumns } from './discretise.js';
import { contingency, information } from './entropy.js';

/** Information gain of each attribute in bits; numeric attributes are discretised. */
export function informationGain(data: Dataset): Float64Array {
  const { y, classes, weights } = data;
  return Float64Array.from(discreteColumns(data), ({ bins, size }) => {
    return information(contingency(bins, size, y, classes.length, weights)).gain;
  });
}
