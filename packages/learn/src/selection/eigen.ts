/**
 * Eigenvalues in descending order; vector i is `vectors[i · size]` to `vectors[(i + 1) · size]`, its largest entry
 * positive.
 */
export interface Eigen {
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

/** Zeroes `a[p, q]` by a rotation, and rotates the rows of `vectors` with it. */
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

/** Fixes the sign of an eigenvector: its largest entry is positive. */
function orient(vector: Float64Array): Float64Array {
  let largest = 0;
  for (let i = 1; i < vector.length; i++) {
    if (Math.abs(vector[i]!) > Math.abs(vector[largest]!) + 1e-12) largest = i;
  }
  return vector[largest]! < 0 ? vector.map(value => -value) : vector;
}
