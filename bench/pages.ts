import { join } from 'node:path';
import { locateCorpora } from '../packages/lab/dist/corpora/locate.js';
import { readCorpus, readGold } from '../packages/lab/dist/corpora/read.js';
import { decodeBytes } from '../packages/pith/dist/html/from-bytes.js';
import { generatedPages, KINDS, type Kind } from './generated-pages.js';

/** A page to be timed on: decoded, since every contender is given a string. */
export interface BenchPage {
  readonly html: string;
  readonly url: string;
}

/** Pages of one kind, and where they are from. */
export interface PageSample {
  readonly name: string;
  readonly pages: readonly BenchPage[];
  readonly origin: string;
  readonly isReal: boolean;
}

const CORPUS = 'wcxb';
/** Every sixth page: 1,286 of them give a little over 200, spread over all page types. */
const STRIDE = 6;

/** So many pages of each generated kind, and of the corpora where they are. */
export async function samplePages(count: number): Promise<PageSample[]> {
  const generated = (Object.keys(KINDS) as Kind[]).map(kind => ({
    name: kind,
    pages: generatedPages(count, kind),
    origin: `generated, seeds 1 to ${count}`,
    isReal: false,
  }));
  const root = locateCorpora();
  if (root === undefined) return generated;
  const pages = await corpusPages(join(root, CORPUS), count);
  return [
    { name: 'real', pages, origin: `every ${STRIDE}th page of \`${CORPUS}\``, isReal: true },
    ...generated,
  ];
}

async function corpusPages(folder: string, count: number): Promise<BenchPage[]> {
  const ids: string[] = [];
  let line = 0;
  for await (const { gold } of readGold(folder, { onProblem: () => {} })) {
    if (line++ % STRIDE === 0 && ids.length < count) ids.push(gold.id);
  }
  const pages: BenchPage[] = [];
  for await (const { html, url } of readCorpus(folder, { ids, onProblem: () => {} })) {
    pages.push({ html: decodeBytes(html).text, url: url ?? 'https://example.org/' });
  }
  return pages;
}

/** Pages evenly spread over a sample. */
export function spread<T>(pages: readonly T[], count: number): readonly T[] {
  if (count >= pages.length) return pages;
  return Array.from({ length: count }, (_, i) => pages[Math.floor((i * pages.length) / count)]!);
}
