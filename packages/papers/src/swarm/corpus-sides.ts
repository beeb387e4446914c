import { basename } from 'node:path';
import { cachedCorpusDigest, LabError, type Page, readCorpus, splitCorpus } from '@webpith/lab';

/** Share of held-out pages, as in the paper (§4). */
const TEST_SHARE = 0.3;
const SEED = 1;

export interface CorpusSides {
  readonly name: string;
  readonly digest: string;
  readonly pages: readonly Page[];
  readonly train: readonly Page[];
  readonly test: readonly Page[];
}

export async function corpusSides(folder: string, type?: string): Promise<CorpusSides> {
  const pages: Page[] = [];
  for await (const page of readCorpus(folder, { onProblem: () => undefined })) {
    if (page.text?.trim() && (type === undefined || page.type === type)) pages.push(page);
  }
  if (pages.length < 2) {
    const message = `${folder}: expected at least two pages with a gold text, found ${pages.length}.`;
    throw new LabError('bad-corpus', `${message} The swarm is trained on gold texts. Use another corpus.`);
  }
  const digest = await cachedCorpusDigest(folder);
  return { name: basename(folder), digest, pages, ...splitPages(pages, page => page) };
}

export function splitPages<T>(
  things: readonly T[],
  pageOf: (thing: T) => Page,
  seed = SEED,
): { readonly train: T[]; readonly test: T[] } {
  const { test } = splitCorpus(things.map(pageOf), { testShare: TEST_SHARE, seed });
  const aside = new Set(test);
  return {
    train: things.filter(thing => !aside.has(pageOf(thing).id)),
    test: things.filter(thing => aside.has(pageOf(thing).id)),
  };
}
