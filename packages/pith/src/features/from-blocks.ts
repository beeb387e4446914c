import type { Blocks } from '../blocks/blocks.js';
import { lazy, once } from '../lazy.js';
import { ancestors } from './families/ancestors.js';
import type { Family, Stripe } from './families/columns.js';
import { markup, names } from './families/markup.js';
import { neighbours } from './families/neighbours.js';
import { wholePage } from './families/page.js';
import { outline, places } from './families/places.js';
import { hints, keywords, text } from './families/text.js';
import { measurePage, type PageHints, type PageMeasurements } from './measurements/page-measurements.js';

/** All families; the order defines the column numbers. */
export const FAMILIES: readonly Family[] = [
  text,
  keywords,
  markup,
  names,
  ancestors,
  neighbours,
  places,
  outline,
  hints,
  wholePage,
];

const FEATURES = FAMILIES.flatMap(family => Object.entries(family));

export const FEATURE_NAMES: readonly string[] = FEATURES.map(([name]) => name);

const PASSES = FEATURES.flatMap(([, feature], column) =>
  feature === FEATURES[column - 1]?.[1] ? [] : [{ feature, column }],
);

/** One row of numbers per block, computed on demand: all rows would take many times the size of the page. */
export interface Features {
  readonly measurements: PageMeasurements;
  readonly width: number;
  readonly write: (stripe: Stripe) => void;
  /** The row of one block, valid until the next call. */
  readonly row: (block: number) => Float32Array;
  readonly rows: Float32Array;
}

/** Blocks per stripe; their columns fit the processor's cache. */
export const STRIPE = 512;
const ROWS = 64;

/** Computes the features of all blocks of a page, for training and extraction alike. */
export function featuresFromBlocks(blocks: Blocks, pageHints: PageHints): Features {
  const measurements = measurePage(blocks, pageHints);
  const width = FEATURE_NAMES.length;
  const fills = once(() => PASSES.map(({ feature, column }) => ({ fill: feature(measurements), column })));
  const write = (stripe: Stripe) => {
    for (const { fill, column } of fills()) fill(stripe, column);
  };
  const row = rowReader(write, width, blocks.count);
  return lazy(
    { measurements, width, write, row },
    { rows: () => rowsBetween(write, width, 0, blocks.count) },
  );
}

function rowReader(write: Features['write'], width: number, count: number): Features['row'] {
  let first = 0;
  let made: Float32Array | undefined;
  return block => {
    if (made === undefined || block < first || block >= first + ROWS) {
      first = block - (block % ROWS);
      made = rowsBetween(write, width, first, Math.min(count, first + ROWS));
    }
    return made.subarray((block - first) * width, (block - first + 1) * width);
  };
}

function rowsBetween(write: Features['write'], width: number, from: number, to: number): Float32Array {
  const rows = new Float32Array((to - from) * width);
  const stride = Math.min(STRIPE, to - from);
  const values = new Float32Array(stride * width);
  for (let first = from; first < to; first += STRIPE) {
    const end = Math.min(to, first + STRIPE);
    write({ values, stride, from: first, to: end });
    for (let b = first; b < end; b++) {
      const at = (b - from) * width;
      for (let c = 0; c < width; c++) rows[at + c] = values[c * stride + b - first]!;
    }
  }
  return rows;
}

/** A short hash of names in order. A model is only valid for the columns it was trained on. */
export function fingerprint(names: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const character of names.join('\n')) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
