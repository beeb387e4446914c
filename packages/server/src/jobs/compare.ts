import { setImmediate } from 'node:timers/promises';
import { bagOfWords, type Extractor, type Page } from '@webpith/lab';
import type { BeforeAfter, TrainingMetrics } from '../api/jobs.js';

/** One page by two extractors: F1 against its gold text. */
export interface Compared {
  readonly page: Page;
  readonly before: number;
  readonly after: number;
}

/** Compares two extractors on pages with gold text, one page at a time. */
export async function comparePages(
  pages: AsyncIterable<Page> | Iterable<Page>,
  before: Extractor,
  after: Extractor,
  onPage: (done: number) => void = () => {},
): Promise<Compared[]> {
  const compared: Compared[] = [];
  for await (const page of pages) {
    if (!page.text?.trim()) continue;
    await setImmediate(); // lets the thread hear that it is to stop
    compared.push({ page, before: await f1Of(before, page), after: await f1Of(after, page) });
    onPage(compared.length);
  }
  return compared;
}

async function f1Of(extractor: Extractor, page: Page): Promise<number> {
  try {
    return bagOfWords(page.text!, (await extractor.extract(page)).text).f1;
  } catch {
    return 0; // as in evaluations: who fails has found nothing
  }
}

/** Means over compared pages; undefined where there are none. */
export function meansOf(compared: readonly Pick<Compared, 'before' | 'after'>[]): BeforeAfter | undefined {
  if (compared.length === 0) return undefined;
  const mean = (of: 'before' | 'after') =>
    round(compared.reduce((sum, page) => sum + page[of], 0) / compared.length);
  return { pages: compared.length, before: mean('before'), after: mean('after') };
}

/** Page by page, for a list. */
export function eachOf(compared: readonly Compared[]): NonNullable<TrainingMetrics['each']> {
  return compared.map(({ page: { id, url, title }, before, after }) => ({
    page: id,
    before: round(before),
    after: round(after),
    ...(url === undefined ? {} : { url }),
    ...(title === undefined ? {} : { title }),
  }));
}

const round = (value: number) => Math.round(value * 1e4) / 1e4;
