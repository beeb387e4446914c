import type { Dataset } from '../data/dataset.js';
import { columnInto, countBelow, denseRows } from '../data/matrix.js';

export function informationGain(data: Dataset): Float64Array {
  const { y, classes, weights } = data;
  return Float64Array.from(discreteColumns(data), ({ bins, size }) => {
    return information(contingency(bins, size, y, classes.length, weights)).gain;
  });
}

interface DiscreteColumn {
  readonly bins: Int32Array;
  readonly size: number;
}

export function discreteColumns(data: Dataset): DiscreteColumn[] {
  const x = denseRows(data.x);
  const values = new Float64Array(x.rows);
  return data.attributes.map((attribute, column) => {
    columnInto(x, column, values);
    if (attribute.kind === 'nominal') {
      const bins = Int32Array.from(values, value => (Number.isNaN(value) ? -1 : value));
      return { bins, size: attribute.values.length };
    }
    const cuts = mdlCuts(values, data.y, data.classes.length, { weights: data.weights, encoding: 'cuts' });
    // A value on a cut belongs to the lower bin.
    const bins = Int32Array.from(values, value => (Number.isNaN(value) ? -1 : countBelow(cuts, value)));
    return { bins, size: cuts.length + 1 };
  });
}

interface SortedRows {
  readonly values: Float64Array;
  /** Class counts of the first i rows: `sums[i · classes + class]`. */
  readonly sums: Float64Array;
  readonly classes: number;
}

interface MdlOptions {
  readonly weights?: Float64Array | undefined;
  /**
   * Encoding a cut costs log₂ of its possible places: between any two rows (`rows`, as published, the default), or
   * between rows with different values (`cuts`, as in Weka's attribute evaluators, which yields a few more cuts).
   */
  readonly encoding?: 'rows' | 'cuts';
}

/**
 * Entropy-based cuts of a numeric attribute, each accepted by the minimum description length criterion (Fayyad &
 * Irani 1993, §3 and equation 9). Ignores missing values. Empty if the attribute alone does not predict the class.
 */
export function mdlCuts(
  values: Float64Array,
  y: Int32Array,
  classes: number,
  { weights, encoding = 'rows' }: MdlOptions = {},
): number[] {
  const sorted = sortRows(values, y, classes, weights);
  const cuts: number[] = [];
  const open: [number, number][] = [[0, sorted.values.length]];
  for (let range = open.pop(); range; range = open.pop()) {
    const at = bestCut(sorted, ...range, encoding);
    if (at === undefined) continue;
    cuts.push((sorted.values[at - 1]! + sorted.values[at]!) / 2);
    open.push([range[0], at], [at, range[1]]);
  }
  return cuts.sort((a, b) => a - b);
}

function sortRows(values: Float64Array, y: Int32Array, classes: number, weights?: Float64Array): SortedRows {
  const order = Array.from(values.keys()).filter(row => !Number.isNaN(values[row]));
  order.sort((a, b) => values[a]! - values[b]!);
  const sums = new Float64Array((order.length + 1) * classes);
  order.forEach((row, i) => {
    sums.copyWithin((i + 1) * classes, i * classes, (i + 1) * classes);
    sums[(i + 1) * classes + y[row]!]! += weights?.[row] ?? 1;
  });
  return { values: Float64Array.from(order, row => values[row]!), sums, classes };
}

function bestCut(
  sorted: SortedRows,
  from: number,
  to: number,
  encoding: 'rows' | 'cuts',
): number | undefined {
  const left = new Float64Array(sorted.classes);
  const right = new Float64Array(sorted.classes);
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  let places = 0;
  for (let at = from + 1; at < to; at++) {
    if (sorted.values[at] === sorted.values[at - 1]) continue;
    places++;
    const rest =
      countRows(sorted, from, at, left) * entropy(left) + countRows(sorted, at, to, right) * entropy(right);
    if (rest >= least) continue;
    least = rest;
    best = at;
  }
  if (best < 0) return undefined;
  countRows(sorted, from, best, left);
  countRows(sorted, best, to, right);
  return isWorthwhile(left, right, encoding === 'cuts' ? places : undefined) ? best : undefined;
}

function countRows({ sums, classes }: SortedRows, from: number, to: number, out: Float64Array): number {
  let total = 0;
  for (let label = 0; label < classes; label++) {
    total += out[label] = sums[to * classes + label]! - sums[from * classes + label]!;
  }
  return total;
}

/** Fayyad & Irani's equation 9: true if the cut gains more bits than it costs. */
function isWorthwhile(left: Float64Array, right: Float64Array, places?: number): boolean {
  const all = left.map((count, label) => count + right[label]!);
  const total = (counts: Float64Array) => counts.reduce((sum, count) => sum + count, 0);
  const kinds = (counts: Float64Array) => counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
  const bits = (counts: Float64Array) => kinds(counts) * entropy(counts);
  const n = total(all);
  const rest = (total(left) * entropy(left) + total(right) * entropy(right)) / n;
  // log₂(3ᵏ − 2), without overflow for many classes.
  const k = kinds(all);
  const code = k * Math.log2(3) + Math.log2(1 - 2 * 3 ** -k);
  const delta = code - (bits(all) - bits(left) - bits(right));
  return entropy(all) - rest > (Math.log2(places ?? n - 1) + delta) / n;
}

export function entropy(counts: Float64Array): number {
  let total = 0;
  let sum = 0;
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i]!;
    if (count > 0) sum += count * Math.log2(count);
    total += count;
  }
  return total > 0 ? Math.log2(total) - sum / total : 0;
}

interface Contingency {
  readonly rows: number;
  readonly columns: number;
  readonly counts: Float64Array;
}

/** Joint counts over weighted rows. Missing values (−1) are distributed like the values of the other rows. */
export function contingency(
  a: Int32Array,
  rows: number,
  b: Int32Array,
  columns: number,
  weights?: Float64Array,
): Contingency {
  const known = new Float64Array(rows * columns);
  const withoutA = new Float64Array(columns);
  const withoutB = new Float64Array(rows);
  const margins = { a: new Float64Array(rows), b: new Float64Array(columns), total: 0 };
  let withoutBoth = 0;
  for (let i = 0; i < a.length; i++) {
    const weight = weights?.[i] ?? 1;
    const [u, v] = [a[i]!, b[i]!];
    if (u < 0 && v < 0) withoutBoth += weight;
    else if (u < 0) withoutA[v]! += weight;
    else if (v < 0) withoutB[u]! += weight;
    else {
      known[u * columns + v]! += weight;
      margins.a[u]! += weight;
      margins.b[v]! += weight;
      margins.total += weight;
    }
  }
  const { total } = margins;
  if (total === 0) return { rows, columns, counts: known };
  const counts = known.map((count, i) => {
    const u = Math.floor(i / columns);
    const v = i % columns;
    const shareA = margins.a[u]! / total;
    const shareB = margins.b[v]! / total;
    return count + shareA * withoutA[v]! + shareB * withoutB[u]! + (count / total) * withoutBoth;
  });
  return { rows, columns, counts };
}

export function information({ rows, columns, counts }: Contingency) {
  const a = new Float64Array(rows);
  const b = new Float64Array(columns);
  for (let u = 0; u < rows; u++) {
    for (let v = 0; v < columns; v++) {
      a[u]! += counts[u * columns + v]!;
      b[v]! += counts[u * columns + v]!;
    }
  }
  const entropyA = entropy(a);
  const entropyB = entropy(b);
  const gain = Math.max(0, entropyA + entropyB - entropy(counts));
  return { entropyA, entropyB, gain };
}

/** 2 · gain / (entropy of A + entropy of B): 0 for independent variables, 1 if each determines the other. */
export function symmetricalUncertainty(table: Contingency): number {
  const { entropyA, entropyB, gain } = information(table);
  return entropyA + entropyB > 0 ? (2 * gain) / (entropyA + entropyB) : 0;
}
