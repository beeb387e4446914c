import { type AnyMatrix, denseRows, type Matrix } from '../data/matrix.js';
import { LearnError } from '../errors.js';
import { numberOption, type OptionsOf, readOptions } from '../options.js';
import { type Random, seededRandom } from '../random.js';

const RULES = {
  k: numberOption(2, { from: 1, whole: true }),
  seed: numberOption(1, { whole: true }),
  maxIterations: numberOption(100, { from: 1, whole: true }),
  restarts: numberOption(5, { from: 1, whole: true }),
};

type KMeansOptions = Partial<OptionsOf<typeof RULES>>;

interface KMeansResult {
  readonly centres: Matrix;
  readonly assignments: Int32Array;
  readonly inertia: number;
}

/** Lloyd's k-means from k-means++ centres (Arthur & Vassilvitskii 2007). An empty cluster takes the farthest row. */
export function kMeans(rows: AnyMatrix, options: KMeansOptions): KMeansResult {
  const { k, seed, maxIterations, restarts } = readOptions('k-means', RULES, { ...options });
  const x = denseRows(rows);
  if (k > x.rows) throw new LearnError('bad-option', `There are ${k} clusters for ${x.rows} rows.`);
  const bad = x.data.findIndex(value => !Number.isFinite(value));
  if (bad >= 0) {
    const where = { row: Math.floor(bad / x.columns), column: bad % x.columns };
    const message = `Row ${where.row}, column ${where.column}: expected a finite number, got ${x.data[bad]}.`;
    throw new LearnError('bad-value', message, where);
  }
  const random = seededRandom(seed);
  let best: KMeansResult | undefined;
  for (let start = 0; start < restarts; start++) {
    const found = lloyd(x, spreadCentres(x, k, random), maxIterations);
    if (!best || found.inertia < best.inertia) best = found;
  }
  return best!;
}

/** k-means++: draws rows with probability proportional to the squared distance from the nearest previous centre. */
function spreadCentres(x: Matrix, k: number, random: Random): Matrix {
  const centres: Matrix = {
    kind: 'dense',
    rows: k,
    columns: x.columns,
    data: new Float64Array(k * x.columns),
  };
  const distances = new Float64Array(x.rows).fill(Number.POSITIVE_INFINITY);
  let chosen = random.below(x.rows);
  for (let c = 0; ; c++) {
    centres.data.set(x.data.subarray(chosen * x.columns, (chosen + 1) * x.columns), c * x.columns);
    if (c + 1 === k) return centres;
    let total = 0;
    for (let row = 0; row < x.rows; row++) {
      distances[row] = Math.min(distances[row]!, squaredDistance(x, row, centres, c));
      total += distances[row]!;
    }
    // If every row lies on a centre, any row will do.
    if (total === 0) chosen = random.below(x.rows);
    else chosen = drawn(distances, random.next() * total);
  }
}

function drawn(distances: Float64Array, target: number): number {
  let sum = 0;
  let last = 0;
  for (let row = 0; row < distances.length; row++) {
    if (distances[row]! === 0) continue;
    sum += distances[row]!;
    last = row;
    if (sum > target) break;
  }
  return last;
}

function lloyd(x: Matrix, centres: Matrix, maxIterations: number): KMeansResult {
  const assignments = new Int32Array(x.rows).fill(-1);
  const distances = new Float64Array(x.rows);
  for (let iteration = 0, changed = true; changed && iteration < maxIterations; iteration++) {
    changed = assign(x, centres, assignments, distances);
    if (fillEmpty(assignments, distances, centres.rows)) changed = true;
    moveCentres(x, centres, assignments);
  }
  let inertia = 0;
  for (let row = 0; row < x.rows; row++) inertia += squaredDistance(x, row, centres, assignments[row]!);
  return { centres, assignments, inertia };
}

function assign(x: Matrix, centres: Matrix, assignments: Int32Array, distances: Float64Array): boolean {
  let changed = false;
  for (let row = 0; row < x.rows; row++) {
    let nearest = 0;
    distances[row] = Number.POSITIVE_INFINITY;
    for (let c = 0; c < centres.rows; c++) {
      const distance = squaredDistance(x, row, centres, c);
      if (distance >= distances[row]!) continue;
      distances[row] = distance;
      nearest = c;
    }
    if (assignments[row] !== nearest) changed = true;
    assignments[row] = nearest;
  }
  return changed;
}

/** Moves the row farthest from its centre into each empty cluster, out of clusters of at least two rows. */
function fillEmpty(assignments: Int32Array, distances: Float64Array, k: number): boolean {
  const sizes = new Int32Array(k);
  for (const cluster of assignments) sizes[cluster]!++;
  let filled = false;
  for (let cluster = 0; cluster < k; cluster++) {
    if (sizes[cluster]! > 0) continue;
    let farthest = -1;
    for (let row = 0; row < assignments.length; row++) {
      if (sizes[assignments[row]!]! < 2) continue;
      if (farthest < 0 || distances[row]! > distances[farthest]!) farthest = row;
    }
    if (farthest < 0) break;
    // A row that lies on its centre does not count: there are fewer distinct rows than clusters.
    if (distances[farthest]! > 0) filled = true;
    sizes[assignments[farthest]!]!--;
    sizes[cluster] = 1;
    assignments[farthest] = cluster;
    distances[farthest] = 0;
  }
  return filled;
}

function moveCentres(x: Matrix, centres: Matrix, assignments: Int32Array): void {
  const { data, columns } = centres;
  const sizes = new Float64Array(centres.rows);
  data.fill(0);
  for (let row = 0; row < x.rows; row++) {
    const cluster = assignments[row]!;
    sizes[cluster]!++;
    for (let j = 0; j < columns; j++) data[cluster * columns + j]! += x.data[row * columns + j]!;
  }
  for (let i = 0; i < data.length; i++) data[i]! /= sizes[Math.floor(i / columns)]!;
}

function squaredDistance(x: Matrix, row: number, centres: Matrix, cluster: number): number {
  let sum = 0;
  for (let j = 0; j < x.columns; j++) {
    const difference = x.data[row * x.columns + j]! - centres.data[cluster * x.columns + j]!;
    sum += difference * difference;
  }
  return sum;
}
