import { LabError, type Page } from '@webpith/lab';
import { termCounts } from '@webpith/lab/internals';
import { memoisedWeakly } from 'webpith/stages';
import { blockReader, type Feature, featureRows, type PageBlocks } from './features.js';
import type { ElementOptions } from './text-blocks.js';

export type Thresholds = ArrayLike<number>;

/** Marks the blocks that satisfy the thresholds of all features (§3.5). */
export function keepByThresholds(
  rows: Float64Array,
  features: readonly Feature[],
  thresholds: Thresholds,
  keep: Uint8Array,
): void {
  const width = features.length;
  const isLower = lowerBounds(features);
  for (let block = 0; block < keep.length; block++) {
    const row = block * width;
    let i = 0;
    // Stops at the first violated threshold: most blocks fail one of the first features.
    while (i < width && !(isLower[i] ? rows[row + i]! < thresholds[i]! : rows[row + i]! > thresholds[i]!))
      i++;
    keep[block] = i === width ? 1 : 0;
  }
}

/** Memoised, because a swarm evaluates this thousands of times. */
const lowerBounds = memoisedWeakly((features: readonly Feature[]): readonly boolean[] =>
  features.map(({ bound }) => bound === 'lower'),
);

/** Largest lower bound tried, as a quantile of the training blocks; above it almost no block would be kept. */
const WITHIN = 0.95;

/** Maximum threshold of each feature; the unit cube of the swarm is scaled to these ranges. */
export function thresholdRanges(
  pages: readonly { readonly rows: Float64Array }[],
  features: readonly Feature[],
) {
  const width = features.length;
  return Float64Array.from(features, ({ bound }, i) => {
    const values: number[] = [];
    for (const { rows } of pages) for (let at = i; at < rows.length; at += width) values.push(rows[at]!);
    if (values.length === 0) return 1;
    const sorted = Float64Array.from(values).sort();
    // An upper bound must be able to accept every block.
    return sorted[Math.floor((bound === 'lower' ? WITHIN : 1) * (sorted.length - 1))]!;
  });
}

/**
 * A page prepared for fast scoring of block selections. The scaled cosine (eq. 2 and 3) needs the number of terms in
 * the kept blocks, their dot product with the gold text, and the norm of their sum. The first two are sums over blocks;
 * the norm is computed from pairs of blocks or from terms, whichever are fewer.
 */
interface ScoredPage {
  readonly blocks: number;
  readonly totals: Float64Array;
  readonly products: Float64Array;
  /** Terms of block b with their counts: entries `starts[b]` to `starts[b + 1]`. */
  readonly starts: Uint32Array;
  readonly terms: Uint32Array;
  readonly counts: Uint32Array;
  /** Dot product of each pair of blocks, row by row; undefined on pages with too many blocks. */
  readonly pairs: Float64Array | undefined;
  readonly vocabulary: number;
  readonly goldTotal: number;
  readonly goldLength: number;
}

/** Pairs are stored up to this number of blocks (half a megabyte). */
const MAX_PAIRED = 256;

export function scoredPage(blocks: readonly string[], gold: string): ScoredPage {
  const goldTerms = termCounts(gold);
  const ids = new Map<string, number>();
  const terms: number[] = [];
  const counts: number[] = [];
  const starts = new Uint32Array(blocks.length + 1);
  const totals = new Float64Array(blocks.length);
  const products = new Float64Array(blocks.length);
  blocks.forEach((text, block) => {
    const own = termCounts(text);
    totals[block] = own.total;
    for (const [term, count] of own.counts) {
      const id = ids.get(term) ?? ids.size;
      ids.set(term, id);
      terms.push(id);
      counts.push(count);
      products[block]! += count * (goldTerms.counts.get(term) ?? 0);
    }
    starts[block + 1] = terms.length;
  });
  let squares = 0;
  for (const count of goldTerms.counts.values()) squares += count * count;
  const lists = { starts, terms: Uint32Array.from(terms), counts: Uint32Array.from(counts) };
  return {
    blocks: blocks.length,
    totals,
    products,
    ...lists,
    pairs: blocks.length > MAX_PAIRED ? undefined : pairProducts(lists, ids.size),
    vocabulary: ids.size,
    goldTotal: goldTerms.total,
    goldLength: Math.sqrt(squares),
  };
}

type TermLists = Pick<ScoredPage, 'starts' | 'terms' | 'counts'>;

function pairProducts({ starts, terms, counts }: TermLists, vocabulary: number): Float64Array {
  const blocks = starts.length - 1;
  const pairs = new Float64Array(blocks * blocks);
  const own = new Float64Array(vocabulary);
  for (let one = 0; one < blocks; one++) {
    for (let i = starts[one]!; i < starts[one + 1]!; i++) own[terms[i]!] = counts[i]!;
    for (let other = 0; other <= one; other++) {
      let product = 0;
      for (let i = starts[other]!; i < starts[other + 1]!; i++) product += counts[i]! * own[terms[i]!]!;
      pairs[one * blocks + other] = product;
      pairs[other * blocks + one] = product;
    }
    for (let i = starts[one]!; i < starts[one + 1]!; i++) own[terms[i]!] = 0;
  }
  return pairs;
}

/**
 * Scaled cosine of the gold text and the blocks marked in `keep`; equals `scaledCosine` of their joined text. `scratch`
 * needs at least as many entries as the page has terms and as it has blocks.
 */
export function scoreOf(page: ScoredPage, keep: ArrayLike<number>, scratch: Float64Array): number {
  const { starts, pairs } = page;
  let total = 0;
  let product = 0;
  let count = 0;
  let terms = 0;
  for (let block = 0; block < page.blocks; block++) {
    if (keep[block] === 0) continue;
    total += page.totals[block]!;
    product += page.products[block]!;
    terms += starts[block + 1]! - starts[block]!;
    count++;
  }
  if (page.goldTotal === 0 || total === 0) return page.goldTotal === total ? 1 : 0;
  if (product === 0) return 0;
  const squares =
    pairs && count * count < 2 * terms
      ? squaresByPairs(page, pairs, keep, scratch)
      : squaresByTerms(page, keep, scratch);
  const delta = Math.min(total / page.goldTotal, page.goldTotal / total);
  return (delta * product) / (page.goldLength * Math.sqrt(squares));
}

export function scratchFor(pages: readonly ScoredPage[]): Float64Array {
  return new Float64Array(
    Math.max(0, ...pages.map(({ vocabulary, blocks }) => Math.max(vocabulary, blocks))),
  );
}

/** ‖Σ b‖² = Σ b·b + 2 Σ b·c over kept blocks b and preceding kept blocks c. */
function squaresByPairs(
  { blocks }: ScoredPage,
  pairs: Float64Array,
  keep: ArrayLike<number>,
  kept: Float64Array,
): number {
  let count = 0;
  let squares = 0;
  for (let block = 0; block < blocks; block++) {
    if (keep[block] === 0) continue;
    const row = block * blocks;
    let before = 0;
    for (let i = 0; i < count; i++) before += pairs[row + kept[i]!]!;
    squares += 2 * before + pairs[row + block]!;
    kept[count++] = block;
  }
  kept.fill(0, 0, count);
  return squares;
}

function squaresByTerms(page: ScoredPage, keep: ArrayLike<number>, sums: Float64Array): number {
  const { starts, terms, counts } = page;
  let squares = 0;
  for (let block = 0; block < page.blocks; block++) {
    if (keep[block] === 0) continue;
    for (let i = starts[block]!, to = starts[block + 1]!; i < to; i++) {
      const before = sums[terms[i]!]!;
      const after = before + counts[i]!;
      squares += after * after - before * before;
      sums[terms[i]!] = after;
    }
  }
  sums.fill(0, 0, page.vocabulary);
  return squares;
}

export interface PreparedPage extends PageBlocks {
  readonly page: Page;
  readonly gold: string;
  readonly score: ScoredPage;
}

export function preparePages(pages: readonly Page[], options: ElementOptions): PreparedPage[] {
  const read = blockReader(options);
  return pages.flatMap(page => {
    const gold = page.text ?? '';
    if (gold.trim() === '') return [];
    const own = read(page);
    const score = scoredPage(
      own.blocks.map(block => block.text),
      gold,
    );
    return [{ ...own, page, gold, score }];
  });
}

export interface FeaturedPage {
  readonly rows: Float64Array;
  readonly score: ScoredPage;
}

export function withFeatures(pages: readonly PreparedPage[], features: readonly Feature[]): FeaturedPage[] {
  return pages.map(({ measurements, score }) => ({ rows: featureRows(measurements, features), score }));
}

/** Returns the fitness function μ of §3.5.3: the mean scaled cosine of the kept blocks and the gold text. */
export function meanScore(
  pages: readonly FeaturedPage[],
  features: readonly Feature[],
): (thresholds: Thresholds) => number {
  if (pages.length === 0) {
    throw new LabError('bad-input', 'No page has a gold text. Use a corpus with gold texts.');
  }
  const keeps = pages.map(({ score }) => new Uint8Array(score.blocks));
  const scratch = scratchFor(pages.map(({ score }) => score));
  return thresholds => {
    let sum = 0;
    pages.forEach(({ rows, score }, i) => {
      keepByThresholds(rows, features, thresholds, keeps[i]!);
      sum += scoreOf(score, keeps[i]!, scratch);
    });
    return sum / pages.length;
  };
}
