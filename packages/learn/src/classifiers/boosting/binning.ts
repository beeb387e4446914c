import { columnInto, type Matrix } from '../../data/matrix.js';
import { countBelow } from '../../data/sorted.js';
import { type Random, seededRandom } from '../../random.js';

/** Upper edges of each column's bins, ascending, the last of them the largest double; missing values have an extra bin. */
export interface Binning {
  readonly edges: readonly Float64Array[];
}

export interface BinnedColumns {
  readonly rows: number;
  readonly columns: readonly Uint8Array[];
  readonly bins: Uint16Array;
}

// Enough rows for the quantiles of 255 bins; LightGBM samples the same number.
const SAMPLE = 200_000;

export function fitBinning(x: Matrix, rows: Int32Array, maxBins: number, seed: number): Binning {
  const chosen = rows.length <= SAMPLE ? rows : draw(rows, SAMPLE, seededRandom(seed));
  const buffer = new Float64Array(x.rows);
  const edges: Float64Array[] = [];
  for (let column = 0; column < x.columns; column++) {
    columnInto(x, column, buffer);
    edges.push(columnEdges(presentSorted(buffer, chosen), maxBins));
  }
  return { edges };
}

export function binColumns(x: Matrix, binning: Binning): BinnedColumns {
  const buffer = new Float64Array(x.rows);
  const columns = binning.edges.map((edges, column) => {
    columnInto(x, column, buffer);
    const bins = new Uint8Array(x.rows);
    for (let row = 0; row < bins.length; row++) bins[row] = binOf(buffer[row]!, edges);
    return bins;
  });
  return { rows: x.rows, columns, bins: Uint16Array.from(binning.edges, edges => edges.length) };
}

export function binOf(value: number, edges: Float64Array): number {
  return Number.isNaN(value) ? edges.length : countBelow(edges, value);
}

/** Draws items without replacement and keeps their order, so that memory is read sequentially. */
export function draw(items: Int32Array, wanted: number, random: Random): Int32Array {
  const drawn = new Int32Array(wanted);
  let taken = 0;
  for (let i = 0; taken < wanted; i++) {
    if (random.next() * (items.length - i) < wanted - taken) drawn[taken++] = items[i]!;
  }
  return drawn;
}

function presentSorted(values: Float64Array, rows: Int32Array): Float64Array {
  const present = new Float64Array(rows.length);
  let length = 0;
  for (const row of rows) {
    const value = values[row]!;
    if (!Number.isNaN(value)) present[length++] = value;
  }
  return present.subarray(0, length).sort();
}

/** One bin per value if there are few; otherwise bins of about equal counts, and one for each very frequent value. */
function columnEdges(sorted: Float64Array, maxBins: number): Float64Array {
  const { values, counts } = distinct(sorted);
  const edges: number[] = [];
  let rowsLeft = sorted.length;
  let inBin = 0;
  for (let i = 0; i + 1 < values.length; i++) {
    inBin += counts[i]!;
    const binsLeft = maxBins - edges.length;
    const few = values.length - i <= binsLeft;
    const share = rowsLeft / binsLeft;
    const full = inBin >= share || (counts[i + 1]! >= share && inBin >= share / 2);
    if (binsLeft > 1 && (few || full)) {
      edges.push(shortestBetween(values[i]!, values[i + 1]!));
      rowsLeft -= inBin;
      inBin = 0;
    }
  }
  edges.push(Number.MAX_VALUE);
  return Float64Array.from(edges);
}

function distinct(sorted: Float64Array): { values: number[]; counts: number[] } {
  const values: number[] = [];
  const counts: number[] = [];
  for (const value of sorted) {
    if (values.length > 0 && values[values.length - 1] === value) counts[counts.length - 1]!++;
    else {
      values.push(value);
      counts.push(1);
    }
  }
  return { values, counts };
}

/** Rounds the midpoint to as few digits as possible within [`low`, `high`), to keep model files small. */
export function shortestBetween(low: number, high: number): number {
  const middle = low + (high - low) / 2;
  for (let digits = 1; digits <= 17; digits++) {
    const candidate = Number(middle.toPrecision(digits));
    if (candidate >= low && candidate < high) return candidate;
  }
  return low;
}
