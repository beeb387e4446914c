import { basename } from 'node:path';
import { seededRandom } from '@webpith/learn';
import { extract, SiteMemory } from 'webpith';
import { addressOf, type Page } from '../../../corpora/corpus.js';
import { readCorpus } from '../../../corpora/read.js';
import { splitGroup } from '../../../corpora/split.js';
import { signed } from '../../../evaluation/table.js';
import { bagOfWords } from '../../../metrics/overlap.js';
import { markdownTable, signedInterval } from '../../../report/markdown.js';
import { bootstrapMean } from '../../../statistics/bootstrap.js';
import { grouped } from '../../../statistics/summary.js';
import { type TrainingControl, yieldToAbort } from '../../method.js';

/** Numbers of known pages; a memory has all other pages of the site if there are fewer. */
export const KNOWN_PAGES = [1, 2, 4, 8, 16] as const;

export interface SitePageOutcome {
  readonly corpus: string;
  readonly site: string;
  /** Pages of the corpus from the same site, without this one. */
  readonly others: number;
  readonly before: number;
  /** F1 by number of known pages; only numbers up to `others`. */
  readonly after: ReadonlyMap<number, number>;
  /** With all other pages known. */
  readonly withAll: number;
  /** Milliseconds of an extraction, the shortest of several, without and with all other pages. */
  readonly time: readonly [without: number, having: number];
  /** Bytes of the JSON of the memory with all pages. */
  readonly bytes: number;
}

/** Extracts the pages of a corpus whose site has several, without and with memories of the site's other pages. */
export async function evaluateSites(
  folder: string,
  { onProgress, signal }: TrainingControl = {},
): Promise<SitePageOutcome[]> {
  const pages: Page[] = [];
  for await (const page of readCorpus(folder, { onProblem: () => {} }))
    if (page.url !== undefined) pages.push(page);
  const corpus = basename(folder);
  const outcomes: SitePageOutcome[] = [];
  for (const [site, own] of grouped(pages, splitGroup)) {
    if (own.length === 1) continue;
    const prints = own.map(page => extract(page.html, addressOf(page)).fingerprint());
    for (const [at, page] of own.entries()) {
      await yieldToAbort(signal);
      onProgress?.(`sites of ${corpus}`, outcomes.length);
      if (!page.text?.trim()) continue;
      const others = prints.filter((_, other) => other !== at);
      outcomes.push({ corpus, site, ...outcomeOf(page, others) });
    }
  }
  return outcomes;
}

function outcomeOf(page: Page, prints: readonly string[]): Omit<SitePageOutcome, 'corpus' | 'site'> {
  const others = seededRandom(1).shuffle([...prints]);
  const f1 = (site: SiteMemory | undefined) =>
    bagOfWords(page.text!, extract(page.html, { ...addressOf(page), site }).text).f1;
  const all = memoryOf(others);
  const sizes = KNOWN_PAGES.filter(count => count <= others.length);
  return {
    others: others.length,
    before: f1(undefined),
    after: new Map(sizes.map(count => [count, f1(memoryOf(others.slice(0, count)))])),
    withAll: f1(all),
    time: [timeOf(page, undefined), timeOf(page, all)],
    bytes: JSON.stringify(all).length,
  };
}

function memoryOf(prints: readonly string[]): SiteMemory {
  const memory = new SiteMemory();
  for (const print of prints) memory.add(print);
  return memory;
}

function timeOf(page: Page, site: SiteMemory | undefined): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run++) {
    const begun = performance.now();
    extract(page.html, { ...addressOf(page), site }).text;
    shortest = Math.min(shortest, performance.now() - begun);
  }
  return shortest;
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** F1 without and with all other pages of the site, and the points gained and lost, summed over the pages. */
export function gainTable(outcomes: readonly SitePageOutcome[]): string {
  const rows = [...grouped(outcomes, ({ corpus }) => corpus)].map(([corpus, pages]) => {
    const differences = pages.map(({ before, withAll }) => withAll - before);
    const sum = (sign: number) => differences.reduce((all, own) => all + (own * sign > 0 ? own : 0), 0);
    return [
      corpus,
      pages.length,
      new Set(pages.map(({ site }) => site)).size,
      mean(pages.map(({ before }) => before)).toFixed(4),
      mean(pages.map(({ withAll }) => withAll)).toFixed(4),
      signedInterval(bootstrapMean(differences)),
      signed(sum(1)),
      signed(sum(-1)),
    ];
  });
  const heading = ['corpus', 'pages', 'sites', 'alone', 'with the site', 'difference', 'gained', 'lost'];
  return markdownTable(heading, rows);
}

/** The mean difference of F1 by number of known pages, on the pages whose site has that many others. */
export function knownTable(outcomes: readonly SitePageOutcome[]): string {
  const groups = [...grouped(outcomes, ({ corpus }) => corpus), ['all', outcomes] as const];
  const rows = groups.map(([corpus, pages]) => [
    corpus,
    ...KNOWN_PAGES.map(count => {
      const differences = pages.flatMap(({ before, after }) =>
        after.has(count) ? [after.get(count)! - before] : [],
      );
      if (differences.length === 0) return '–';
      return `${signedInterval(bootstrapMean(differences))}, n = ${differences.length}`;
    }),
  ]);
  return markdownTable(['corpus', ...KNOWN_PAGES.map(count => `${count} known`)], rows);
}

export function costList(outcomes: readonly SitePageOutcome[]): string {
  const sum = (which: 0 | 1) => outcomes.reduce((all, { time }) => all + time[which], 0);
  const largest = Math.max(...outcomes.map(({ bytes }) => bytes));
  return [
    `- Time of \`extract\` and its text with a memory, relative to without: ${(sum(1) / sum(0)).toFixed(3)}.`,
    `- Largest memory as JSON: ${(largest / 1024).toFixed(1)} KB.`,
  ].join('\n');
}
