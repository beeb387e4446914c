import type { Attribute, Dataset } from '../data/dataset.js';
import { type AnyMatrix, denseRows, type Matrix } from '../data/matrix.js';

interface Source {
  readonly column: number;
  /** Index of the nominal value; −1 for a numeric attribute. */
  readonly value: number;
  readonly mean: number;
  readonly deviation: number;
}

/** Component i weights source j by `components[i][j]`. */
export interface PrincipalComponents {
  readonly kind: 'components';
  readonly sources: readonly Source[];
  readonly components: readonly (readonly number[])[];
  readonly shares: readonly number[];
}

/**
 * Principal components of the standardised attributes (eigenvectors of the correlation matrix), as many as explain
 * `cover` of the variance. Nominal attributes become one indicator per value; missing values count as the mean.
 */
export function principalComponents(data: Dataset, cover: number): PrincipalComponents {
  const x = denseRows(data.x);
  const sources = sourcesOf(data.attributes, x).filter(source => source.deviation > 0);
  const size = sources.length;
  // Nothing varies: one component that is always zero, because classifiers need a column.
  if (size === 0) return { kind: 'components', sources, components: [[]], shares: [0] };
  const rows = standardised(sources, x);
  const correlation = new Float64Array(size * size);
  for (let row = 0; row < x.rows; row++) {
    for (let i = 0; i < size; i++) {
      const value = rows[row * size + i]! / x.rows;
      for (let j = 0; j < size; j++) correlation[i * size + j]! += value * rows[row * size + j]!;
    }
  }
  const { values, vectors } = symmetricEigen(correlation, size);
  const total = values.reduce((sum, value) => sum + value, 0);
  const shares = Array.from(values, value => value / total);
  let kept = 0;
  for (let sum = 0; kept < size && sum < cover - 1e-12; kept++) sum += shares[kept]!;
  const components = Array.from({ length: kept }, (_, i) => [...vectors.subarray(i * size, (i + 1) * size)]);
  return { kind: 'components', sources, components, shares: shares.slice(0, kept) };
}

export function projectRows({ sources, components }: PrincipalComponents, x: AnyMatrix): Matrix {
  const rows = standardised(sources, denseRows(x));
  const data = new Float64Array(x.rows * components.length);
  for (let row = 0; row < x.rows; row++) {
    components.forEach((weights, i) => {
      let sum = 0;
      for (let j = 0; j < weights.length; j++) sum += weights[j]! * rows[row * sources.length + j]!;
      data[row * components.length + i] = sum;
    });
  }
  return { kind: 'dense', rows: x.rows, columns: components.length, data };
}

function sourcesOf(attributes: readonly Attribute[], x: Matrix): Source[] {
  const places = attributes.flatMap((attribute, column) =>
    attribute.kind === 'numeric'
      ? [{ column, value: -1 }]
      : attribute.values.map((_, value) => ({ column, value })),
  );
  return places.map(place => {
    let known = 0;
    let sum = 0;
    let squares = 0;
    for (let row = 0; row < x.rows; row++) {
      const number = read(place, x, row);
      if (Number.isNaN(number)) continue;
      // Welford's update avoids cancellation when the mean is far from zero.
      known++;
      const before = number - sum;
      sum += before / known;
      squares += before * (number - sum);
    }
    return { ...place, mean: sum, deviation: known > 0 ? Math.sqrt(squares / x.rows) : 0 };
  });
}

function read(place: Pick<Source, 'column' | 'value'>, x: Matrix, row: number): number {
  const value = x.data[row * x.columns + place.column]!;
  return place.value < 0 || Number.isNaN(value) ? value : Number(value === place.value);
}

function standardised(sources: readonly Source[], x: Matrix): Float64Array {
  const out = new Float64Array(x.rows * sources.length);
  for (let row = 0; row < x.rows; row++) {
    sources.forEach((source, j) => {
      const value = read(source, x, row);
      if (!Number.isNaN(value)) out[row * sources.length + j] = (value - source.mean) / source.deviation;
    });
  }
  return out;
}

/** Eigenvalues in descending order; vector i is `vectors[i · size]` to `vectors[(i + 1) · size]`. */
interface Eigen {
  readonly values: Float64Array;
  readonly vectors: Float64Array;
}

const maxSweeps = 60;

/** Eigendecomposition of a symmetric matrix by cyclic Jacobi rotations (Golub & Van Loan, §8.5). */
export function symmetricEigen(matrix: Float64Array, size: number): Eigen {
  const a = matrix.slice();
  const vectors = new Float64Array(size * size);
  for (let i = 0; i < size; i++) vectors[i * size + i] = 1;
  const scale = a.reduce((sum, value) => sum + value * value, 0);
  for (let sweep = 0; sweep < maxSweeps; sweep++) {
    let off = 0;
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) off += a[p * size + q]! ** 2;
    if (off <= 1e-30 * scale) break;
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rotate(a, vectors, size, p, q);
  }
  const order = Array.from({ length: size }, (_, i) => i).sort((i, j) => a[j * size + j]! - a[i * size + i]!);
  const sorted = new Float64Array(size * size);
  order.forEach((from, to) => {
    sorted.set(orient(vectors.subarray(from * size, (from + 1) * size)), to * size);
  });
  return { values: Float64Array.from(order, i => a[i * size + i]!), vectors: sorted };
}

function rotate(a: Float64Array, vectors: Float64Array, size: number, p: number, q: number): void {
  const apq = a[p * size + q]!;
  if (apq === 0) return;
  const theta = (a[q * size + q]! - a[p * size + p]!) / (2 * apq);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < size; k++) turn(a, k * size + p, k * size + q, c, s);
  for (let k = 0; k < size; k++) turn(a, p * size + k, q * size + k, c, s);
  for (let k = 0; k < size; k++) turn(vectors, p * size + k, q * size + k, c, s);
}

function turn(values: Float64Array, i: number, j: number, c: number, s: number): void {
  const [u, v] = [values[i]!, values[j]!];
  values[i] = c * u - s * v;
  values[j] = s * u + c * v;
}

function orient(vector: Float64Array): Float64Array {
  let largest = 0;
  for (let i = 1; i < vector.length; i++) {
    if (Math.abs(vector[i]!) > Math.abs(vector[largest]!) + 1e-12) largest = i;
  }
  return vector[largest]! < 0 ? vector.map(value => -value) : vector;
}
