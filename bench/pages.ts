import { join } from 'node:path';
import { locateCorpora } from '../packages/lab/dist/corpora/locate.js';
import { readCorpus, readGold } from '../packages/lab/dist/corpora/read.js';
import { decodeBytes } from '../packages/pith/dist/html/from-bytes.js';
import { generatedPages, KINDS, type Kind } from './generated-pages.js';

/** Decoded, since every contender gets a string. */
export interface BenchPage {
  readonly html: string;
  readonly url: string;
}

export interface PageSample {
  readonly name: string;
  readonly pages: readonly BenchPage[];
  readonly origin: string;
  readonly isReal: boolean;
}

const CORPUS = 'wcxb';
/** Every sixth page: of 1,286 pages slightly over 200, spread over all page types. */
const STRIDE = 6;

/** Pages of each generated kind and, if present, of the corpora. */
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

export function spread<T>(pages: readonly T[], count: number): readonly T[] {
  if (count >= pages.length) return pages;
  return Array.from({ length: count }, (_, i) => pages[Math.floor((i * pages.length) / count)]!);
}
