import { bootstrapDifference, type Extractor, LabError, type Page, pairedTTest } from '@webpith/lab';
import { type Interval, pInWords, signedInterval } from '@webpith/lab/internals';
import { Parser } from 'htmlparser2';
import { mean } from 'simple-statistics';
import { decodeBytes } from 'webpith/stages';

/** Compensated, so that the mean does not depend on the order of the values. */
export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : mean([...values]);
}

export interface PageValue<T = number> {
  readonly page: string;
  readonly value: T;
}

interface PagedComparison {
  readonly difference: Interval;
  readonly pValue: number;
}

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

export function comparePages(first: readonly PageValue[], second: readonly PageValue[]): PagedComparison {
  const [own, other] = pairByPage(first, second);
  const { pValue } = pairedTTest(own, other);
  return { difference: bootstrapDifference(own, other), pValue };
}

export function differenceInWords({ difference, pValue }: PagedComparison): string {
  return `${signedInterval(difference)}, ${pInWords(pValue)}`;
}

/** The fastest of several rounds counts for each page, which reduces noise from other processes. */
const TIMED = 100;
const ROUNDS = 5;

/**
 * Extraction time, from UTF-8 bytes to text, as a multiple of parsing with empty handlers, alternating in one process
 * after a warm-up.
 */
export async function speedRatio(
  pages: readonly { readonly page: Page }[],
  extractor: Extractor,
): Promise<number> {
  const step = Math.max(1, Math.floor(pages.length / TIMED));
  const drawn = pages.filter((_, i) => i % step === 0).map(({ page }) => page);
  const encoder = new TextEncoder();
  const sources = drawn.map(({ html }) => decodeBytes(html).text);
  const utf8 = drawn.map((page, i) => ({ ...page, html: encoder.encode(sources[i]!) }));
  const parse = (i: number) => {
    const parser = new Parser({});
    parser.write(sources[i]!);
    parser.end();
  };
  const extract = (i: number) => extractor.extract(utf8[i]!);
  let parsing = 0;
  let extracting = 0;
  for (const isTimed of [false, true]) {
    for (const i of sources.keys()) {
      const times = { parse: Number.POSITIVE_INFINITY, extract: Number.POSITIVE_INFINITY };
      for (let round = 0; round < (isTimed ? ROUNDS : 1); round++) {
        times.parse = Math.min(times.parse, await timed(() => parse(i)));
        times.extract = Math.min(times.extract, await timed(() => extract(i)));
      }
      if (!isTimed) continue;
      parsing += times.parse;
      extracting += times.extract;
    }
  }
  return extracting / parsing;
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
