import { siteOf } from 'webpith/stages';
import type { CorpusCounts, CorpusProblem, Page } from './corpus.js';
import { readCorpus } from './read.js';

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

/** Language, or script if several languages share it (BCP 47). Kana precede Han: Japanese has both. */
const SCRIPTS: readonly (readonly [tag: string, pattern: RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko', /\p{Script=Hangul}/u],
  ['zh', /\p{Script=Han}/u],
  ['el', /\p{Script=Greek}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['th', /\p{Script=Thai}/u],
  ['und-Arab', /\p{Script=Arabic}/u],
  ['und-Cyrl', /\p{Script=Cyrillic}/u],
  ['und-Deva', /\p{Script=Devanagari}/u],
  ['und-Latn', /\p{Script=Latin}/u],
];

const HEAD_BYTES = 16_384;
const TEXT_SAMPLE = 2_000;

export function declaredLanguage(html: Uint8Array): string | undefined {
  const head = Buffer.from(html.buffer, html.byteOffset, Math.min(html.length, HEAD_BYTES)).toString(
    'latin1',
  );
  const start = head.search(/<html[\s>]/i);
  if (start < 0) return undefined;
  const end = head.indexOf('>', start);
  const tag = head.slice(start, end < 0 ? undefined : end);
  const language = /\s(?:xml:)?lang\s{0,9}=\s{0,9}["']?\s{0,9}([a-z]{2,3})(?![a-z])/i.exec(tag)?.[1];
  return language?.toLowerCase();
}

export function guessedLanguage(text: string): string | undefined {
  const counts = new Map<string, number>();
  for (const char of text.slice(0, TEXT_SAMPLE)) {
    const tag = SCRIPTS.find(([, pattern]) => pattern.test(char))?.[0];
    if (tag) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  // If at least a tenth of the kana and Han characters are kana, the Han characters count as Japanese.
  const kana = counts.get('ja') ?? 0;
  if (kana > 0 && kana * 9 >= (counts.get('zh') ?? 0)) counts.set('ja', kana + (counts.get('zh') ?? 0));
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
