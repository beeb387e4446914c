import type { SparseMatrix } from '@webpith/learn';
import type { PageTree } from 'webpith/stages';
import { growingDictionary } from './features/dictionary.js';
import { type FeatureSet, leafFeatures } from './features/feature-sets.js';
import type { FeatureRows } from './features/writer.js';
import type { LabelledPage } from './labelled-pages.js';
import type { LeafData } from './model.js';

export interface Vectors {
  readonly names: readonly string[];
  readonly factors: readonly number[];
}

export interface VectorOptions {
  /** Minimum number of leaves with the feature; three in §4.2. */
  readonly leaves: number;
  /** Minimum number of pages with the feature, to exclude features of a single site. Not in the paper. */
  readonly pages: number;
  /** Divide every feature by three standard deviations (§4.2), or only non-binary ones. */
  readonly scale: 'all' | 'numbers';
  /** Factor for unscaled lexicon and head-metadata features, equivalent to a wider prior on their weights. */
  readonly emphasis: number;
}

/** Settings of §4.2. */
export const PAPER_VECTORS: VectorOptions = { leaves: 3, pages: 1, scale: 'all', emphasis: 1 };

/**
 * Chosen on the training pages alone. Scaling every feature gives large values to rare names of single sites: accuracy
 * 0.77 against 0.81 on a held-out third (first-pass labels). Emphasis 3 against 1, three folds of whole sites: macro F1
 * 0.613 against 0.587; 6 lost accuracy.
 */
export const RICH_VECTORS: VectorOptions = { leaves: 3, pages: 3, scale: 'numbers', emphasis: 3 };
const DEVIATIONS = 3;
const EMPHASISED = /^[a-z]+:|^(?:is|has) |^title claimed/;

/** Selects features by frequency. `numbers` are the dictionary numbers of the selected features. */
export function fitVectors(
  pages: readonly FeatureRows[],
  names: readonly string[],
  options: VectorOptions = PAPER_VECTORS,
): { vectors: Vectors; numbers: Int32Array } {
  const counts = new Uint32Array(names.length);
  const pageCounts = new Uint32Array(names.length);
  const lastPage = new Int32Array(names.length).fill(-1);
  const sums = new Float64Array(names.length);
  const squares = new Float64Array(names.length);
  const isNumber = new Uint8Array(names.length);
  let rows = 0;
  pages.forEach((page, p) => {
    rows += page.starts.length - 1;
    page.indices.forEach((feature, k) => {
      const value = page.values[k]!;
      counts[feature]!++;
      if (lastPage[feature] !== p) pageCounts[feature]!++;
      lastPage[feature] = p;
      sums[feature]! += value;
      squares[feature]! += value * value;
      if (value !== 1) isNumber[feature] = 1;
    });
  });
  const numbers = Int32Array.from(counts.keys()).filter(
    feature => counts[feature]! >= options.leaves && pageCounts[feature]! >= options.pages,
  );
  const factors = Array.from(numbers, feature => {
    const emphasis = EMPHASISED.test(names[feature]!) ? options.emphasis : 1;
    if (options.scale === 'numbers' && isNumber[feature] === 0) return emphasis;
    const variance = squares[feature]! / rows - (sums[feature]! / rows) ** 2;
    return variance > 1e-12 ? 1 / (DEVIATIONS * Math.sqrt(variance)) : 1;
  });
  return { vectors: { names: Array.from(numbers, feature => names[feature]!), factors }, numbers };
}

export function vectorise(
  pages: readonly FeatureRows[],
  { factors }: Vectors,
  numbers?: Int32Array,
): { x: SparseMatrix; starts: Uint32Array } {
  const column = numbers && columnOf(numbers);
  const most = pages.reduce((sum, page) => sum + page.indices.length, 0);
  const rows = pages.reduce((sum, page) => sum + page.starts.length - 1, 0);
  const rowStarts = new Uint32Array(rows + 1);
  const indices = new Uint32Array(most);
  const values = new Float64Array(most);
  const valueAt = new Float64Array(factors.length);
  const starts = new Uint32Array(pages.length + 1);
  let stored = 0;
  let row = 0;
  pages.forEach((page, p) => {
    for (let r = 0; r + 1 < page.starts.length; r++) {
      const first = stored;
      for (let k = page.starts[r]!; k < page.starts[r + 1]!; k++) {
        const feature = page.indices[k]!;
        const at = column ? (feature < column.length ? column[feature]! : -1) : feature;
        if (at < 0) continue;
        valueAt[at] = page.values[k]! * factors[at]!;
        indices[stored++] = at;
      }
      indices.subarray(first, stored).sort();
      for (let k = first; k < stored; k++) values[k] = valueAt[indices[k]!]!;
      rowStarts[++row] = stored;
    }
    starts[p + 1] = row;
  });
  const x: SparseMatrix = {
    kind: 'sparse',
    rows,
    columns: factors.length,
    starts: rowStarts,
    indices: indices.subarray(0, stored),
    values: values.subarray(0, stored),
  };
  return { x, starts };
}

function columnOf(numbers: Int32Array): Int32Array {
  const column = new Int32Array(numbers.reduce((most, feature) => Math.max(most, feature), -1) + 1).fill(-1);
  numbers.forEach((feature, at) => {
    column[feature] = at;
  });
  return column;
}

export function prepareLeaves(
  pages: readonly Pick<LabelledPage, 'key' | 'tree' | 'y'>[],
  set: FeatureSet,
  drawn?: ReadonlyMap<string, PageTree>,
): LeafData {
  const dictionary = growingDictionary();
  const rows = pages.map(({ tree, key }) => leafFeatures(tree, set, dictionary, drawn?.get(key)));
  return { names: dictionary.names, rows, y: pages.map(page => page.y) };
}

export function selectPages(data: LeafData, keep: (page: number) => boolean): LeafData {
  return { ...data, rows: data.rows.filter((_, i) => keep(i)), y: data.y.filter((_, i) => keep(i)) };
}
