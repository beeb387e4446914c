import type { BinnedColumns } from './trees.js';

/** Offset of each column's bins in a histogram, which has three numbers per bin: gradient, hessian, rows. */
export interface HistogramLayout {
  readonly offsets: Uint32Array;
  readonly slots: number;
}

export const STRIDE = 3;

export function histogramLayout(bins: Uint16Array): HistogramLayout {
  const offsets = new Uint32Array(bins.length);
  let slots = 0;
  for (let column = 0; column < bins.length; column++) {
    offsets[column] = slots;
    slots += bins[column]! + 1;
  }
  return { offsets, slots };
}

/** Rows of a leaf with their derivatives in the same order, for sequential reads. */
export interface LeafRows {
  readonly rows: Int32Array;
  readonly gradients: Float64Array;
  readonly hessians: Float64Array;
}

export function fillHistogram(
  into: Float64Array,
  data: BinnedColumns,
  layout: HistogramLayout,
  leaf: LeafRows,
  columns: Int32Array,
): void {
  into.fill(0);
  let i = 0;
  for (; i + 3 < columns.length; i += 4) addFourColumns(into, data, layout, leaf, columns.subarray(i, i + 4));
  for (; i < columns.length; i++) {
    const column = columns[i]!;
    addColumn(into, data.columns[column]!, layout.offsets[column]!, leaf);
  }
}

function addColumn(into: Float64Array, bins: Uint8Array, offset: number, leaf: LeafRows): void {
  const { rows, gradients, hessians } = leaf;
  for (let i = 0; i < rows.length; i++) {
    const slot = (bins[rows[i]!]! + offset) * STRIDE;
    into[slot]! += gradients[i]!;
    into[slot + 1]! += hessians[i]!;
    into[slot + 2]! += 1;
  }
}

/** Four columns per pass share the reads of row and derivatives: 3.0 instead of 4.5 ns per update. */
function addFourColumns(
  into: Float64Array,
  data: BinnedColumns,
  layout: HistogramLayout,
  leaf: LeafRows,
  columns: Int32Array,
): void {
  const { rows, gradients, hessians } = leaf;
  const [a, b, c, d] = Array.from(columns, column => data.columns[column]!) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  const [atA, atB, atC, atD] = Array.from(columns, column => layout.offsets[column]!) as [
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const gradient = gradients[i]!;
    const hessian = hessians[i]!;
    let slot = (a[row]! + atA) * STRIDE;
    into[slot]! += gradient;
    into[slot + 1]! += hessian;
    into[slot + 2]! += 1;
    slot = (b[row]! + atB) * STRIDE;
    into[slot]! += gradient;
    into[slot + 1]! += hessian;
    into[slot + 2]! += 1;
    slot = (c[row]! + atC) * STRIDE;
    into[slot]! += gradient;
    into[slot + 1]! += hessian;
    into[slot + 2]! += 1;
    slot = (d[row]! + atD) * STRIDE;
    into[slot]! += gradient;
    into[slot + 1]! += hessian;
    into[slot + 2]! += 1;
  }
}

export function subtractHistogram(parent: Float64Array, child: Float64Array): void {
  for (let i = 0; i < parent.length; i++) parent[i]! -= child[i]!;
}

export interface LeafTotals {
  readonly gradient: number;
  readonly hessian: number;
  readonly rows: number;
  readonly lowest: number;
  readonly highest: number;
}

/** Bins up to `bin` go left; missing values go left if `missingLeft`. */
export interface Split {
  readonly column: number;
  readonly bin: number;
  readonly missingLeft: boolean;
  readonly gain: number;
  readonly left: LeafTotals;
  readonly right: LeafTotals;
}

export interface SplitRules {
  readonly l2: number;
  readonly minLeafRows: number;
  readonly minLeafHessian: number;
  readonly monotone: Int8Array;
}

export function leafValue(
  gradient: number,
  hessian: number,
  l2: number,
  lowest: number,
  highest: number,
): number {
  // Without curvature (zero l2, saturated probabilities) the value is 0.
  const value = hessian + l2 > 0 ? -gradient / (hessian + l2) : 0;
  return Math.min(Math.max(value, lowest), highest);
}

/** Twice the loss reduction of a leaf of this value: −(2Gw + (H + λ)w²), or G²/(H + λ) if w is not clamped. */
function reduction(gradient: number, hessian: number, l2: number, value: number): number {
  return -(2 * gradient + (hessian + l2) * value) * value;
}

interface Candidate {
  readonly gain: number;
  readonly column: number;
  readonly bin: number;
  readonly missingLeft: boolean;
  readonly gradient: number;
  readonly hessian: number;
  readonly rows: number;
}

export function bestSplit(
  histogram: Float64Array,
  layout: HistogramLayout,
  bins: Uint16Array,
  columns: Int32Array,
  leaf: LeafTotals,
  rules: SplitRules,
): Split | undefined {
  const missingSlot = (column: number) => layout.offsets[column]! + bins[column]!;
  const hasMissing = (column: number) => histogram[missingSlot(column) * STRIDE + 2]! > 0;
  let best: Candidate | undefined;
  for (const column of columns) {
    const side = { column, start: layout.offsets[column]!, missing: missingSlot(column) };
    best = scan(histogram, { ...side, missingLeft: false }, leaf, rules, best);
    if (hasMissing(column)) best = scan(histogram, { ...side, missingLeft: true }, leaf, rules, best);
  }
  if (best === undefined) return undefined;
  return toSplit(best, hasMissing(best.column), leaf, rules);
}

interface Side {
  readonly column: number;
  readonly start: number;
  readonly missing: number;
  readonly missingLeft: boolean;
}

function scan(
  histogram: Float64Array,
  { column, start, missing, missingLeft }: Side,
  leaf: LeafTotals,
  rules: SplitRules,
  before: Candidate | undefined,
): Candidate | undefined {
  let best = before;
  const { l2, minLeafRows, minLeafHessian } = rules;
  const { lowest, highest } = leaf;
  const sign = rules.monotone[column]!;
  const wholeValue = leafValue(leaf.gradient, leaf.hessian, l2, lowest, highest);
  const whole = reduction(leaf.gradient, leaf.hessian, l2, wholeValue);
  let gradient = missingLeft ? histogram[missing * STRIDE]! : 0;
  let hessian = missingLeft ? histogram[missing * STRIDE + 1]! : 0;
  let rows = missingLeft ? histogram[missing * STRIDE + 2]! : 0;
  for (let slot = start; slot < missing; slot++) {
    const inBin = histogram[slot * STRIDE + 2]!;
    if (inBin === 0) continue;
    gradient += histogram[slot * STRIDE]!;
    hessian += histogram[slot * STRIDE + 1]!;
    rows += inBin;
    if (rows < minLeafRows || hessian < minLeafHessian) continue;
    const rightHessian = leaf.hessian - hessian;
    if (leaf.rows - rows < minLeafRows || rightHessian < minLeafHessian) break;
    const rightGradient = leaf.gradient - gradient;
    const leftValue = leafValue(gradient, hessian, l2, lowest, highest);
    const rightValue = leafValue(rightGradient, rightHessian, l2, lowest, highest);
    if (sign * (rightValue - leftValue) < 0) continue;
    const left = reduction(gradient, hessian, l2, leftValue);
    const gain = left + reduction(rightGradient, rightHessian, l2, rightValue) - whole;
    if (gain > (best?.gain ?? 0))
      best = { gain, column, bin: slot - start, missingLeft, gradient, hessian, rows };
  }
  return best;
}

function toSplit(best: Candidate, hasMissing: boolean, leaf: LeafTotals, rules: SplitRules): Split {
  const { column, bin, gain, gradient, hessian, rows } = best;
  const right = {
    gradient: leaf.gradient - gradient,
    hessian: leaf.hessian - hessian,
    rows: leaf.rows - rows,
  };
  // If no row of the leaf lacks the value, missing values go to the side with the larger hessian.
  const missingLeft = hasMissing ? best.missingLeft : hessian >= right.hessian;
  const { lowest, highest } = leaf;
  const sign = rules.monotone[column]!;
  // Under a constraint both sides stay on their side of the middle, so no later split can break the order.
  const leftValue = leafValue(gradient, hessian, rules.l2, lowest, highest);
  const rightValue = leafValue(right.gradient, right.hessian, rules.l2, lowest, highest);
  const middle = (leftValue + rightValue) / 2;
  const bounded = (isLower: boolean) => ({
    lowest: sign === 0 || isLower ? lowest : middle,
    highest: sign === 0 || !isLower ? highest : middle,
  });
  const left = { gradient, hessian, rows, ...bounded(sign > 0) };
  return { column, bin, missingLeft, gain, left, right: { ...right, ...bounded(sign < 0) } };
}
