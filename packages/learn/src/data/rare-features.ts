import type { Dataset } from './dataset.js';
import { type AnyMatrix, forEachCell } from './matrix.js';
import { selectColumns } from './subset.js';

/** In how many rows each column is present, which means neither zero nor missing. */
export function columnCounts(x: AnyMatrix): Uint32Array {
  const counts = new Uint32Array(x.columns);
  forEachCell(x, (value, _row, column) => {
    if (value !== 0 && !Number.isNaN(value)) counts[column]!++;
  });
  return counts;
}

/**
 * Data without the columns seen in fewer than `minimum` rows; `kept` holds the old index of each column that stays,
 * to be used with `matrixColumns` on the rows of a test set. Paper 001 (§4.2) drops what appears fewer than three
 * times in the training set.
 */
export function pruneRareFeatures(data: Dataset, minimum = 3): { data: Dataset; kept: Uint32Array } {
  const counts = columnCounts(data.x);
  const kept = Uint32Array.from(counts.keys()).filter(column => counts[column]! >= minimum);
  return { data: selectColumns(data, kept), kept };
}
