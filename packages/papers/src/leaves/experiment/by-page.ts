import { LabError } from '@webpith/lab';
import { type Interval, pInWords } from '@webpith/lab/internals';
import { seededRandom } from '@webpith/learn';
import { type PageValue, pairByPage } from '../../paired-pages.js';

export interface PageDifference {
  /** First − second over all pages, with a 95 % bootstrap interval. */
  readonly difference: Interval;
  /** Two-sided p-value of a paired permutation test by page. */
  readonly pValue: number;
}

const DRAWS = 2000;

/**
 * Compares two methods by page: the leaves of a page are not independent, so tests by leaf would overstate
 * significance. Values are paired by page id.
 */
export function differenceByPage<T>(
  ones: readonly PageValue<T>[],
  others: readonly PageValue<T>[],
  measure: (pages: readonly T[]) => number,
): PageDifference {
  const [first, second] = pairByPage(ones, others);
  if (first.length === 0) throw new LabError('bad-input', 'There are no pages to compare the methods on.');
  const random = seededRandom(1);
  const estimate = measure(first) - measure(second);
  const differences = new Float64Array(DRAWS);
  let asLarge = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    const chosen = first.map(() => random.below(first.length));
    differences[draw] = measure(chosen.map(p => first[p]!)) - measure(chosen.map(p => second[p]!));
    const changed = first.map(() => random.next() < 0.5);
    const one = first.map((page, p) => (changed[p] ? second[p]! : page));
    const other = second.map((page, p) => (changed[p] ? first[p]! : page));
    if (Math.abs(measure(one) - measure(other)) >= Math.abs(estimate) - 1e-12) asLarge++;
  }
  differences.sort();
  const at = (share: number) => differences[Math.floor(share * DRAWS)]!;
  return {
    difference: { estimate, low: at(0.025), high: at(0.975) },
    pValue: (asLarge + 1) / (DRAWS + 1),
  };
}

/** In per cent, without the per cent sign. */
export function percent(share: number): string {
  return (100 * share).toFixed(2);
}

export function differenceInWords({ difference, pValue }: PageDifference): string {
  const { estimate, low, high } = difference;
  const signed = (share: number) => `${share < 0 ? '−' : '+'}${percent(Math.abs(share))}`;
  return `${signed(estimate)} (${signed(low)} to ${signed(high)}), ${pInWords(pValue)}`;
}
