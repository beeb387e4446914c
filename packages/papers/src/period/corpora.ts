import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type MethodJob, type Page, readCorpus } from '@webpith/lab';

/** Corpora of pages from the years of the five papers, 2007 to 2012, with the year in which the pages were saved. */
export const PERIOD_CORPORA = {
  cleaneval: '2006',
  l3s: '2008',
  big9: '2005 and 2009',
  dragnet: '2012',
} as const;

export type PeriodCorpus = keyof typeof PERIOD_CORPORA;

export function periodFolders(
  { corpora }: MethodJob,
  names: readonly PeriodCorpus[] = Object.keys(PERIOD_CORPORA) as PeriodCorpus[],
): { readonly name: PeriodCorpus; readonly year: string; readonly folder: string }[] {
  return names
    .map(name => ({ name, year: PERIOD_CORPORA[name], folder: join(corpora, name) }))
    .filter(({ folder }) => existsSync(folder));
}

/** Pages with a gold text. */
export async function periodPages(folder: string, { signal }: MethodJob): Promise<Page[]> {
  const pages: Page[] = [];
  for await (const page of readCorpus(folder, { onProblem: () => {} })) {
    signal?.throwIfAborted();
    if (page.text?.trim()) pages.push(page);
  }
  return pages;
}
