import { bootstrapDifference, LabError, pairedTTest } from '@webpith/lab';
import { type Interval, pInWords, signedInterval } from '@webpith/lab/internals';

export interface PageValue<T = number> {
  readonly page: string;
  readonly value: T;
}

export interface PagedComparison {
  /** Mean of first − second with its bootstrap interval over pages. */
  readonly difference: Interval;
  /** Two-sided, of the paired t-test. */
  readonly pValue: number;
}

/** Pairs the values of two methods by page id. Both must cover the same pages, each once. */
export function pairByPage<T>(first: readonly PageValue<T>[], second: readonly PageValue<T>[]): [T[], T[]] {
  const [firsts, seconds] = [byPage(first), byPage(second)];
  const pages = [...new Set([...firsts.keys(), ...seconds.keys()])];
  const single = pages.find(page => !firsts.has(page) || !seconds.has(page));
  if (single !== undefined) {
    const message = `The two methods cover different pages (${firsts.size} and ${seconds.size}): “${single}” is in only one of them.`;
    throw new LabError('bad-input', message);
  }
  // Sorted, so that bootstrap samples do not depend on the order of the rows.
  pages.sort();
  return [pages.map(page => firsts.get(page)!), pages.map(page => seconds.get(page)!)];
}

function byPage<T>(values: readonly PageValue<T>[]): Map<string, T> {
  const known = new Map<string, T>();
  for (const { page, value } of values) {
    if (known.has(page)) throw new LabError('bad-input', `Expected each page once, got “${page}” twice.`);
    known.set(page, value);
  }
  return known;
}

/** Compares two methods by page: difference with interval, and the paired t-test (paper 003, section 5.3.2). */
export function comparePages(first: readonly PageValue[], second: readonly PageValue[]): PagedComparison {
  const [own, other] = pairByPage(first, second);
  const { pValue } = pairedTTest(own, other);
  return { difference: bootstrapDifference(own, other), pValue };
}

export function differenceInWords({ difference, pValue }: PagedComparison): string {
  return `${signedInterval(difference)}, ${pInWords(pValue)}`;
}
