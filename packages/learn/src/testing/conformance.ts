import { type Dataset, numericAttributes } from '../data/dataset.js';
import { denseMatrix, type Matrix } from '../data/matrix.js';
import { LearnError } from '../errors.js';
import type { Classifier, RegistryEntry } from '../estimator.js';
import { seededRandom } from '../random.js';

/** One algorithm under test. */
export interface ConformanceCase {
  readonly name: string;
  readonly entry: RegistryEntry;
  readonly create: () => Classifier;
}

/** Clouds of points in three dimensions, one per class, far apart; about a sixth of the values are zero. */
export function groupsData(classes: number, rowsEach: number, seed: number): Dataset {
  const random = seededRandom(seed);
  const rows = Array.from({ length: classes * rowsEach }, (_, row) =>
    [0, 1, 2].map(column => {
      const centre = column === row % classes ? 3 : 0;
      return random.below(6) === 0 && centre === 0 ? 0 : centre + 0.4 * random.normal();
    }),
  );
  return {
    attributes: numericAttributes(3),
    x: denseMatrix(rows),
    y: Int32Array.from(rows.keys(), row => row % classes),
    classes: ['red', 'green', 'blue'].slice(0, classes),
  };
}

/** The data with one cell changed. */
export function withCell(data: Dataset, row: number, column: number, value: number): Dataset {
  const x = data.x as Matrix;
  const cells = x.data.slice();
  cells[row * x.columns + column] = value;
  return { ...data, x: { ...x, data: cells } };
}

/** The data with every eleventh value missing. */
export function withMissing(data: Dataset): Dataset {
  const x = data.x as Matrix;
  return { ...data, x: { ...x, data: x.data.map((value, at) => (at % 11 === 0 ? Number.NaN : value)) } };
}

/** The data with one more attribute, of three values, correlated with the class. */
export function withNominal(data: Dataset): Dataset {
  const x = data.x as Matrix;
  const rows = Array.from({ length: x.rows }, (_, row) => [
    ...x.data.subarray(row * x.columns, (row + 1) * x.columns),
    row % 4 === 0 ? 0 : data.y[row]!,
  ]);
  const colour = { name: 'colour', kind: 'nominal', values: ['a', 'b', 'c'] } as const;
  return { ...data, attributes: [...data.attributes, colour], x: denseMatrix(rows) };
}

/** A single row. */
export function oneRow(): Dataset {
  return {
    attributes: numericAttributes(2),
    x: denseMatrix([[1, 2]]),
    y: Int32Array.of(0),
    classes: ['only'],
  };
}

/** Rows of a single class. */
export function oneClass(): Dataset {
  const x = denseMatrix([
    [1, 2],
    [2, 1],
    [3, 5],
    [4, 0],
  ]);
  return { attributes: numericAttributes(2), x, y: new Int32Array(4), classes: ['only'] };
}

/** The LearnError thrown by a call. */
export function fault(call: () => unknown): LearnError {
  try {
    call();
  } catch (error) {
    if (error instanceof LearnError) return error;
    throw error;
  }
  throw new Error('Expected a LearnError; nothing was thrown.');
}
