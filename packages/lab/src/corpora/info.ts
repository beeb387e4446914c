import { siteOf } from 'webpith/stages';
import type { CorpusCounts, CorpusProblem, Page } from './corpus.js';
import { declaredLanguage, guessedLanguage } from './language.js';
import { readCorpus } from './read.js';

/** Statistics of a corpus. Counts are sorted, most frequent first. */
export interface CorpusInfo {
  readonly pages: number;
  readonly types: Readonly<Record<string, number>>;
  readonly languages: Readonly<Record<string, number>>;
  /** Distinct sites; each page without URL counts as one. */
  readonly domains: number;
  readonly withoutUrl: number;
  /** Diversity(C) = domains / pages: paper 002, eq. 3. */
  readonly diversity: number;
  readonly withText: number;
  readonly withSnippets: number;
  readonly bytes: number;
  readonly skipped: number;
  readonly problems: readonly CorpusProblem[];
}

export async function corpusInfo(dir: string): Promise<CorpusInfo> {
  const problems: CorpusProblem[] = [];
  const types = new Map<string, number>();
  const languages = new Map<string, number>();
  const sites = new Set<string>();
  const sums = { withoutUrl: 0, withText: 0, withSnippets: 0, bytes: 0 };
  const pages = readCorpus(dir, { onProblem: problem => problems.push(problem) });
  let step = await pages.next();
  for (; !step.done; step = await pages.next()) {
    const page = step.value;
    const site = siteOf(page);
    increment(types, page.type ?? 'unknown');
    increment(languages, languageOf(page) ?? 'unknown');
    if (site) sites.add(site);
    else sums.withoutUrl++;
    if (page.text?.trim()) sums.withText++;
    if (page.with?.length || page.without?.length) sums.withSnippets++;
    sums.bytes += page.html.length;
  }
  const counts: CorpusCounts = step.value;
  const domains = sites.size + sums.withoutUrl;
  return {
    pages: counts.pages,
    types: sorted(types),
    languages: sorted(languages),
    domains,
    diversity: counts.pages === 0 ? 0 : domains / counts.pages,
    ...sums,
    skipped: counts.skipped,
    problems,
  };
}

/** The declared language; if there is none, a guess from the script of the gold. */
function languageOf(page: Page): string | undefined {
  return (
    declaredLanguage(page.html) ?? guessedLanguage(page.text ?? page.with?.join('\n') ?? page.title ?? '')
  );
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
}
