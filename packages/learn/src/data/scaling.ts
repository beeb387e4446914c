import { LearnError } from '../errors.js';
import type { Dataset } from './dataset.js';
import { type AnyMatrix, forEachCell } from './matrix.js';

/** A linear map for each column, fitted on training rows: `(value - offset) * factor + base`. Plain data. */
export interface Scaling {
  readonly offsets: readonly number[];
  /** Null where the column is nominal and stays as it is. */
  readonly factors: readonly (number | null)[];
  readonly base: number;
}

/**
 * Maps each numeric column's smallest value to `low` and its largest to `high`; a constant column becomes `low`.
 * Missing values and nominal columns stay as they are. Values outside the training range are not clipped.
 */
export function fitMinMaxScaling(data: Dataset, low = 0, high = 1): Scaling {
  if (!(low < high)) {
    throw new LearnError('bad-option', `Min-max scaling needs low below high, got ${low} and ${high}.`);
  }
  const { columns } = data.x;
  const least = new Float64Array(columns).fill(Number.POSITIVE_INFINITY);
  const most = new Float64Array(columns).fill(Number.NEGATIVE_INFINITY);
  const stored = new Uint32Array(columns);
  const widen = (value: number, column: number) => {
    if (value < least[column]!) least[column] = value;
    if (value > most[column]!) most[column] = value;
  };
  forEachCell(data.x, (value, _row, column) => {
    stored[column]!++;
    widen(value, column);
  });
  for (let column = 0; column < columns; column++) if (stored[column]! < data.x.rows) widen(0, column);
  const factors = Array.from(least, (value, column) => {
    if (data.attributes[column]!.kind === 'nominal') return null;
    const factor = (high - low) / (most[column]! - value);
    return most[column]! > value && Number.isFinite(factor) ? factor : 0;
  });
  const offsets = Array.from(least, value => (Number.isFinite(value) ? value : 0));
  return { offsets, factors, base: low };
}

/**
 * Divides each numeric column by `k` times its standard deviation over all rows, zeros included. Zero stays zero, so
 * sparse rows stay sparse (paper 001, §4.2, with k = 3). A constant column stays as it is.
 */
export function fitDeviationScaling(data: Dataset, k = 3): Scaling {
  if (!(k > 0))
    throw new LearnError('bad-option', `Scaling by k standard deviations needs k above 0, got ${k}.`);
  const deviations = columnDeviations(data.x);
  const factors = Array.from(deviations, (deviation, column) => {
    if (data.attributes[column]!.kind === 'nominal') return null;
    const factor = 1 / (k * deviation);
    return Number.isFinite(factor) ? factor : 1;
  });
  return { offsets: factors.map(() => 0), factors, base: 0 };
}

/** Standard deviation of each column over the rows where it is not missing; two passes, for precision. */
export function columnDeviations(x: AnyMatrix): Float64Array {
  const sums = new Float64Array(x.columns);
  const stored = new Uint32Array(x.columns);
  const missing = new Uint32Array(x.columns);
  forEachCell(x, (value, _row, column) => {
    if (Number.isNaN(value)) missing[column]!++;
    else {
      stored[column]!++;
      sums[column]! += value;
    }
  });
  const counts = missing.map(count => x.rows - count);
  const means = sums.map((sum, column) => sum / Math.max(1, counts[column]!));
  const squares = means.map((mean, column) => mean * mean * (counts[column]! - stored[column]!));
  forEachCell(x, (value, _row, column) => {
    if (!Number.isNaN(value)) squares[column]! += (value - means[column]!) ** 2;
  });
  return squares.map((square, column) => Math.sqrt(square / Math.max(1, counts[column]!)));
}

/** The matrix with every column mapped; a sparse one only where zero stays zero. */
export function scaleMatrix(scaling: Scaling, x: AnyMatrix): AnyMatrix {
  const { offsets, factors, base } = scaling;
  if (x.columns !== factors.length) {
    const message = `The scaling was fitted on ${factors.length} columns; the matrix has ${x.columns}.`;
    throw new LearnError('bad-shape', message);
  }
  const map = (value: number, column: number) => {
    const factor = factors[column]!;
    return factor === null ? value : (value - offsets[column]!) * factor + base;
  };
  if (x.kind === 'dense') return { ...x, data: x.data.map((value, at) => map(value, at % x.columns)) };
  const moved = factors.findIndex((_, column) => map(0, column) !== 0);
  if (moved >= 0) {
    const message = `This scaling moves zero in column ${moved}, so sparse rows would fill up; scale by standard deviations, or convert the rows with toDense.`;
    throw new LearnError('bad-option', message, { column: moved });
  }
  return { ...x, values: x.values.map((value, at) => map(value, x.indices[at]!)) };
}

/** The dataset with its matrix scaled. */
export function scaleDataset(scaling: Scaling, data: Dataset): Dataset {
  return { ...data, x: scaleMatrix(scaling, data.x) };
}
