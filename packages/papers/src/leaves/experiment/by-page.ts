import { LabError } from '@webpith/lab';
import type { Interval } from '@webpith/lab/internals';
import { seededRandom } from '@webpith/learn';
import { type PageValue, pairByPage } from '../../paired-pages.js';

/** How two methods differ by a measure that is taken over many pages at once. */
export interface PageDifference {
  /** First − second over all pages, with the interval in which 95 of 100 draws of pages lie. */
  readonly difference: Interval;
  /** Share of random exchanges of the two methods' answers, page by page, that give as large a difference; two-sided. */
  readonly pValue: number;
}

/** How often pages are drawn and exchanged. */
export interface PageDrawOptions {
  readonly draws?: number;
  readonly seed?: number;
}

/**
 * Compares two methods by pages, not by what stands on them: parts of one page are right or wrong together, so counting
 * them one by one makes chance look like proof. Pages are drawn with replacement for the interval (bootstrap), and the
 * two answers to a page change hands at random for the p-value (paired permutation). Answers are paired by the page's id,
 * whatever order they come in.
 */
export function differenceByPage<T>(
  ones: readonly PageValue<T>[],
  others: readonly PageValue<T>[],
  measure: (pages: readonly T[]) => number,
  { draws = 2000, seed = 1 }: PageDrawOptions = {},
): PageDifference {
  const [first, second] = pairByPage(ones, others);
  if (first.length === 0)
    throw new LabError('bad-input', 'Expected methods judged on a page at least, got none.');
  const random = seededRandom(seed);
  const estimate = measure(first) - measure(second);
  const differences = new Float64Array(draws);
  let asLarge = 0;
  for (let draw = 0; draw < draws; draw++) {
    const chosen = first.map(() => random.below(first.length));
    differences[draw] = measure(chosen.map(p => first[p]!)) - measure(chosen.map(p => second[p]!));
    const changed = first.map(() => random.next() < 0.5);
    const one = first.map((page, p) => (changed[p] ? second[p]! : page));
    const other = second.map((page, p) => (changed[p] ? first[p]! : page));
    // What is as large but for rounding is as large.
    if (Math.abs(measure(one) - measure(other)) >= Math.abs(estimate) - 1e-12) asLarge++;
  }
  differences.sort();
  const at = (share: number) => differences[Math.min(draws - 1, Math.floor(share * draws))]!;
  return {
    difference: { estimate, low: at(0.025), high: at(0.975) },
    pValue: (asLarge + 1) / (draws + 1),
  };
}
