import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type MethodJob, type Page, readCorpus } from '@webpith/lab';
import { provenanceOf, type Results, writeResults, yieldToAbort } from '@webpith/lab/internals';

export type Section = (job: MethodJob) => Promise<Results>;

/** Runs one section of the experiments, or all, and writes its parts of `docs/results/NAME.md` after each. */
export async function runSections(
  name: string,
  sections: Readonly<Record<string, Section>>,
  job: MethodJob,
): Promise<string> {
  let written = '';
  for (const section of job.section === undefined ? Object.keys(sections) : [job.section]) {
    await yieldToAbort(job.signal);
    job.onProgress?.(`section ${section}`, 0);
    const results = await sections[section]!(job);
    await yieldToAbort(job.signal);
    written = await writeResults(job.root, name, results);
  }
  return written;
}

/** Corpora of pages from the years of the five papers, 2007 to 2012, with the year in which the pages were saved. */
const PERIOD_CORPORA = {
  cleaneval: '2006',
  l3s: '2008',
  big9: '2005 and 2009',
  dragnet: '2012',
} as const;

type PeriodCorpus = keyof typeof PERIOD_CORPORA;

export function periodFolders(
  { corpora }: MethodJob,
  names: readonly PeriodCorpus[] = Object.keys(PERIOD_CORPORA) as PeriodCorpus[],
): { readonly name: PeriodCorpus; readonly year: string; readonly folder: string }[] {
  return names
    .map(name => ({ name, year: PERIOD_CORPORA[name], folder: join(corpora, name) }))
    .filter(({ folder }) => existsSync(folder));
}

export async function periodPages(folder: string, { signal }: MethodJob): Promise<Page[]> {
  const pages: Page[] = [];
  for await (const page of readCorpus(folder, { onProblem: () => {} })) {
    signal?.throwIfAborted();
    if (page.text?.trim()) pages.push(page);
  }
  return pages;
}

/** The section with the method's table on pages of those years; empty for a single folder, which has no such pages. */
export function periodSection(
  measure: (job: MethodJob) => Promise<string>,
  corpora: readonly string[] = Object.keys(PERIOD_CORPORA),
): Section {
  return async job => {
    if (job.corpus !== undefined) return { parts: {} };
    const folders = corpora.map(name => join(job.corpora, name)).filter(existsSync);
    return { parts: { period: `${await measure(job)}\n\n${await provenanceOf(folders)}` } };
  };
}
