import { join } from 'node:path';
import { locateCorpora } from '../packages/lab/dist/corpora/locate.js';
import { readCorpus, readGold } from '../packages/lab/dist/corpora/read.js';
import { decodeBytes } from '../packages/pith/dist/html/from-bytes.js';
import { generatedPages } from './generated-pages.js';

/** A page to be timed on: decoded, since every contender is given a string. */
export interface BenchPage {
  readonly html: string;
  readonly url: string;
}

/** Pages, and where they are from. */
export interface PageSample {
  readonly pages: readonly BenchPage[];
  readonly origin: string;
  readonly isReal: boolean;
}

const CORPUS = 'wcxb';
/** Every sixth page: 1,286 of them give a little over 200, spread over all page types. */
const STRIDE = 6;

/** So many pages of the corpora, or generated ones of like size where there are none. */
export async function samplePages(count: number): Promise<PageSample> {
  const root = locateCorpora();
  if (root === undefined) {
    return { pages: generatedPages(count), origin: 'generated pages', isReal: false };
  }
  const folder = join(root, CORPUS);
  const ids: string[] = [];
  let line = 0;
  for await (const { gold } of readGold(folder, { onProblem: () => {} })) {
    if (line++ % STRIDE === 0 && ids.length < count) ids.push(gold.id);
  }
  const pages: BenchPage[] = [];
  for await (const { html, url } of readCorpus(folder, { ids, onProblem: () => {} })) {
    pages.push({ html: decodeBytes(html).text, url: url ?? 'https://example.org/' });
  }
  return { pages, origin: `every ${STRIDE}th page of \`${CORPUS}\``, isReal: true };
}

/** Pages evenly spread over a sample. */
export function spread<T>(pages: readonly T[], count: number): readonly T[] {
  if (count >= pages.length) return pages;
  return Array.from({ length: count }, (_, i) => pages[Math.floor((i * pages.length) / count)]!);
}
