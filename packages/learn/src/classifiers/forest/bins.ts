import type { Attribute } from '../../data/dataset.js';
import type { Matrix } from '../../data/matrix.js';

/** With the bin for missing values, a bin number fits in a byte. */
const MOST_BINS = 255;

const MISSING_BIN = 255;

/** A column as bin numbers. */
export interface BinnedColumn {
  readonly numeric: boolean;
  readonly bins: Uint8Array | Uint32Array;
  readonly missingBin: number;
  /** Numeric: `cuts[b]` separates bins b and b + 1. Nominal: empty, a bin is a value. */
  readonly cuts: Float64Array;
}

/** Up to 255 distinct values get a bin each; more are cut at equal counts. */
export function binnedColumns(x: Matrix, attributes: readonly Attribute[]): BinnedColumn[] {
  return attributes.map((attribute, column) => {
    const cells = new Float64Array(x.rows);
    for (let row = 0; row < x.rows; row++) cells[row] = x.data[row * x.columns + column]!;
    return attribute.kind === 'numeric' ? numericBins(cells) : nominalBins(cells, attribute.values.length);
  });
}

function nominalBins(cells: Float64Array, values: number): BinnedColumn {
  const missingBin = values;
  const bins = new Uint32Array(cells.length);
  cells.forEach((cell, row) => {
    bins[row] = Number.isNaN(cell) ? missingBin : cell;
  });
  return { numeric: false, bins, missingBin, cuts: new Float64Array(0) };
}

function numericBins(cells: Float64Array): BinnedColumn {
  const cuts = binCuts(cells.filter(cell => !Number.isNaN(cell)).sort());
  const bins = new Uint8Array(cells.length);
  cells.forEach((cell, row) => {
    bins[row] = Number.isNaN(cell) ? MISSING_BIN : binOf(cuts, cell);
  });
  return { numeric: true, bins, missingBin: MISSING_BIN, cuts };
}

/** Cuts half-way between neighbouring values: all of them, or those nearest to equal counts. */
function binCuts(sorted: Float64Array): Float64Array {
  const distinct = sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]);
  const cuts: number[] = [];
  const add = (low: number, high: number) => {
    const middle = low + (high - low) / 2;
    // If no double lies between the two, cut at the lower one.
    const cut = middle < high ? middle : low;
    if (cuts.length === 0 || cut > cuts.at(-1)!) cuts.push(cut);
  };
  if (distinct.length <= MOST_BINS) {
    for (let i = 1; i < distinct.length; i++) add(distinct[i - 1]!, distinct[i]!);
    return Float64Array.from(cuts);
  }
  for (let k = 1; k < MOST_BINS; k++) {
    let at = Math.floor((k * sorted.length) / MOST_BINS);
    while (at < sorted.length && sorted[at] === sorted[at - 1]) at++;
    if (at < sorted.length) add(sorted[at - 1]!, sorted[at]!);
  }
  return Float64Array.from(cuts);
}

function binOf(cuts: Float64Array, value: number): number {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= cuts[middle]!) high = middle;
    else low = middle + 1;
  }
  return low;
}
