import { ancestors } from './families/ancestors.js';
import type { Feature, Fill, Stripe } from './families/columns.js';
import { markup, names } from './families/markup.js';
import { neighbours } from './families/neighbours.js';
import { wholePage } from './families/page.js';
import { outline, places } from './families/places.js';
import { declared, keywords, text } from './families/text.js';
import type { Page } from './page.js';

/** The order defines the column numbers. */
export const FEATURES: readonly Feature[] = [
  ...text,
  ...keywords,
  ...markup,
  names,
  ancestors,
  ...neighbours,
  ...places,
  ...outline,
  ...declared,
  wholePage,
];

export const FEATURE_NAMES: readonly string[] = FEATURES.flatMap(({ names }) => names);

/** Each feature's `prepare` with the index of its first column. */
const PASSES = FEATURES.map(({ names, prepare }) => ({ prepare, column: FEATURE_NAMES.indexOf(names[0]!) }));

/** Blocks per stripe; their columns fit the processor's cache. */
export const STRIPE = 512;
const ROWS = 64;

/** One row of numbers per block, computed on demand, since all rows take many times the size of the page. */
export class Features {
  readonly width = FEATURE_NAMES.length;
  #passes: readonly { readonly fill: Fill; readonly column: number }[] | undefined;
  #rows: Float32Array | undefined;
  /** The rows read last, from block `#first` on. */
  #recent: Float32Array | undefined;
  #first = 0;

  constructor(readonly page: Page) {}

  write(stripe: Stripe): void {
    this.#passes ??= PASSES.map(({ prepare, column }) => ({ fill: prepare(this.page), column }));
    for (const { fill, column } of this.#passes) fill(stripe, column);
  }

  get rows(): Float32Array {
    this.#rows ??= this.#rowsBetween(0, this.page.blocks.count);
    return this.#rows;
  }

  /** The row of one block, valid until the next call. */
  row(block: number): Float32Array {
    if (this.#recent === undefined || block < this.#first || block >= this.#first + ROWS) {
      this.#first = block - (block % ROWS);
      this.#recent = this.#rowsBetween(this.#first, Math.min(this.page.blocks.count, this.#first + ROWS));
    }
    return this.#recent.subarray((block - this.#first) * this.width, (block - this.#first + 1) * this.width);
  }

  #rowsBetween(from: number, to: number): Float32Array {
    const { width } = this;
    const rows = new Float32Array((to - from) * width);
    const stride = Math.min(STRIPE, to - from);
    const values = new Float32Array(stride * width);
    for (let first = from; first < to; first += STRIPE) {
      const end = Math.min(to, first + STRIPE);
      this.write({ values, stride, from: first, to: end });
      for (let b = first; b < end; b++) {
        const at = (b - from) * width;
        for (let c = 0; c < width; c++) rows[at + c] = values[c * stride + b - first]!;
      }
    }
    return rows;
  }
}

/** A hash of the names in order: a model is only valid for the columns it was trained on. */
export function fingerprint(names: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const character of names.join('\n')) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
