import { basename } from 'node:path';
import { seededRandom } from '@webpith/learn';
import { type Article, extract, fingerprint, SiteMemory } from 'webpith';
import { blocksFromTree, extractByScores, scoresFromFeatures } from 'webpith/stages';
import { type Page, pageTree } from '../../../corpora/corpus.js';
import { readCorpus } from '../../../corpora/read.js';
import { splitGroup } from '../../../corpora/split.js';
import { signed } from '../../../evaluation/table.js';
import { bagOfWords } from '../../../metrics/overlap.js';
import { markdownTable, signedInterval } from '../../../report/markdown.js';
import { bootstrapMean } from '../../../statistics/bootstrap.js';
import { grouped } from '../../../statistics/summary.js';
import { type TrainingControl, yieldToAbort } from '../../method.js';

/** Numbers of pages in the memories that are measured, in addition to a memory of all other pages of the site. */
const KNOWN_PAGES = [1, 2, 4, 8, 16] as const;

export interface SitePageOutcome {
  readonly corpus: string;
  readonly site: string;
  readonly before: number;
  /** F1 by number of known pages, up to all others of the site. */
  readonly after: ReadonlyMap<number, number>;
  /** F1 with a memory of all other pages of the site. */
  readonly withAll: number;
  /** If of the kept texts that are also on another page, those were dropped whose removal increases F1. */
  readonly ceiling: number;
  /** Characters of the JSON of the memory with all pages. */
  readonly size: number;
}

/**
 * For each site with several pages in the corpus, extracts every page that has gold text: first without a site memory,
 * then with memories of increasing numbers of the site's other pages.
 */
export async function evaluateSites(
  folder: string,
  { onProgress, signal }: TrainingControl = {},
): Promise<SitePageOutcome[]> {
  const corpus = basename(folder);
  const outcomes: SitePageOutcome[] = [];
  for (const [site, own] of await sitesOf(folder)) {
    const prints = own.map(page => fingerprint(page.html));
    const texts = own.map(page => new Set(blocksFromTree(pageTree(page)).texts));
    for (const [at, page] of own.entries()) {
      await yieldToAbort(signal);
      if (!page.text?.trim()) continue;
      const others = prints.filter((_, other) => other !== at);
      const repeats = (text: string) => texts.some((known, other) => other !== at && known.has(text));
      outcomes.push({ corpus, site, ...outcomeOf(page, others, repeats) });
      onProgress?.(`pages of ${corpus}`, outcomes.length);
    }
  }
  return outcomes;
}

/** The sites that have several pages in a corpus, with these pages. */
export async function sitesOf(folder: string): Promise<[site: string, pages: Page[]][]> {
  const pages: Page[] = [];
  for await (const page of readCorpus(folder, { onProblem: () => {} }))
    if (page.url !== undefined) pages.push(page);
  return [...grouped(pages, splitGroup)].filter(([, own]) => own.length > 1);
}

function outcomeOf(
  page: Page,
  prints: readonly string[],
  repeats: (text: string) => boolean,
): Omit<SitePageOutcome, 'corpus' | 'site'> {
  const others = seededRandom(1).shuffle([...prints]);
  const tree = pageTree(page);
  let scores: Float32Array | undefined;
  // The scores of the block model do not depend on the memory.
  const scoresOf: typeof scoresFromFeatures = features => {
    scores ??= scoresFromFeatures(features);
    return scores;
  };
  const articleWith = (site: SiteMemory | undefined) =>
    extractByScores(tree, { url: page.url, site }, scoresOf);
  const f1 = (site: SiteMemory | undefined) => bagOfWords(page.text!, articleWith(site).text).f1;
  const alone = articleWith(undefined);
  const before = bagOfWords(page.text!, alone.text).f1;
  const kept = alone
    .explain()
    .filter(({ kept }) => kept)
    .map(({ text }) => text);
  const ceiling = before + gainWithout(kept, repeats, page.text!);
  const all = memoryOf(others);
  const sizes = KNOWN_PAGES.filter(count => count < others.length);
  const withAll = f1(all);
  const after = new Map<number, number>(
    sizes.map(count => [count, f1(memoryOf(others.slice(0, count)))] as const),
  );
  for (const count of KNOWN_PAGES) if (count === others.length) after.set(count, withAll);
  return { before, after, withAll, ceiling, size: JSON.stringify(all).length };
}

/** The increase of F1 if each repeated text is left out that lowers it: a limit for all rules that drop such texts. */
function gainWithout(kept: readonly string[], repeats: (text: string) => boolean, gold: string): number {
  const f1 = (texts: readonly string[]) => bagOfWords(gold, texts.join('\n')).f1;
  const first = f1(kept);
  let [left, best] = [kept, first];
  for (const text of new Set(kept.filter(repeats))) {
    const without = left.filter(each => each !== text);
    const value = f1(without);
    if (value > best) [left, best] = [without, value];
  }
  return best - first;
}

export interface SiteTimes {
  readonly pages: number;
  /** Processor time for all pages, in microseconds: fingerprints, extractions without and with a memory. */
  readonly prints: number;
  readonly alone: number;
  readonly withSite: number;
}

/** Measures the processor time of some pages of a corpus: for each the shortest of several rounds through all pages. */
export async function timeSites(folder: string, { most = 60, rounds = 7 } = {}): Promise<SiteTimes> {
  const sites = await sitesOf(folder);
  const pages = sites
    .flatMap(([, own]) => {
      const site = memoryOf(own.map(page => fingerprint(page.html)));
      return own.map(page => ({ page, site }));
    })
    .slice(0, most);
  const runs = {
    prints: ({ page }) => fingerprint(page.html),
    alone: ({ page }) => mainFields(extract(page.html, { url: page.url })),
    withSite: ({ page, site }) => mainFields(extract(page.html, { url: page.url, site })),
  } satisfies Record<string, (own: (typeof pages)[number]) => string>;
  const names = Object.keys(runs) as (keyof typeof runs)[];
  const shortest = pages.map(() => ({ prints: Infinity, alone: Infinity, withSite: Infinity }));
  for (let round = 0; round < rounds; round++) {
    for (const [at, own] of pages.entries()) {
      for (const name of round % 2 === 0 ? names : names.toReversed()) {
        const begun = process.cpuUsage();
        runs[name](own);
        const { user, system } = process.cpuUsage(begun);
        shortest[at]![name] = Math.min(shortest[at]![name], user + system);
      }
    }
  }
  const sum = (name: keyof typeof runs) => shortest.reduce((all, own) => all + own[name], 0);
  return { pages: pages.length, prints: sum('prints'), alone: sum('alone'), withSite: sum('withSite') };
}

/** The fields that every command writes; the title and the type are computed on access. */
const mainFields = ({ title, type, text }: Article) => [title, type, text].join('\n');

function memoryOf(prints: readonly string[]): SiteMemory {
  const memory = new SiteMemory();
  for (const print of prints) memory.add(print);
  return memory;
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

type Effect = Pick<SitePageOutcome, 'before' | 'withAll'>;

const EFFECT = ['pages', 'alone', 'with the site', 'difference', 'gained', 'lost'];

/** F1 without and with other pages of the site, and the points gained and lost, summed over the pages. */
function effectOn(pages: readonly Effect[]): (string | number)[] {
  const differences = pages.map(({ before, withAll }) => withAll - before);
  const sum = (sign: number) => differences.reduce((all, own) => all + (own * sign > 0 ? own : 0), 0);
  return [
    pages.length,
    mean(pages.map(({ before }) => before)).toFixed(4),
    mean(pages.map(({ withAll }) => withAll)).toFixed(4),
    signedInterval(bootstrapMean(differences)),
    signed(sum(1)),
    signed(sum(-1)),
  ];
}

/** Table of the effect of a memory with all other pages of the site, by corpus. */
export function gainTable(outcomes: readonly SitePageOutcome[]): string {
  const rows = [...grouped(outcomes, ({ corpus }) => corpus)].map(([corpus, pages]) => [
    corpus,
    new Set(pages.map(({ site }) => site)).size,
    ...effectOn(pages),
    signed(mean(pages.map(({ before, ceiling }) => ceiling - before))),
  ]);
  return markdownTable(['corpus', 'sites', ...EFFECT, 'ceiling'], rows);
}

/** The targets; differences of F1 to four decimals. */
export function targetTable(
  outcomes: readonly SitePageOutcome[],
  { prints, alone, withSite }: SiteTimes,
): string {
  const corpora = [...grouped(outcomes, ({ corpus }) => corpus)].map(([corpus, pages]) => ({
    corpus,
    difference: mean(pages.map(({ before, withAll }) => withAll - before)),
    ceiling: mean(pages.map(({ before, ceiling }) => ceiling - before)),
  }));
  const atLeast = (target: number, some: typeof corpora): [string, boolean] => {
    const difference = mean(some.map(each => each.difference));
    const ceiling = mean(some.map(each => each.ceiling));
    return [`${fourDecimals(difference)}; ceiling ${fourDecimals(ceiling)}`, difference >= target];
  };
  const below = corpora
    .filter(({ difference }) => difference < -0.00005)
    .map(({ corpus }) => `\`${corpus}\``);
  const changes = outcomes.map(({ before, withAll }) => withAll - before);
  const gained = changes.reduce((sum, change) => sum + Math.max(0, change), 0);
  const lost = changes.reduce((sum, change) => sum - Math.min(0, change), 0);
  const throughput = alone / (prints + withSite);
  const rows: [target: string, result: string, isMet: boolean][] = [
    ['mean over the corpora at least +0.006', ...atLeast(0.006, corpora)],
    [
      '`dragnet` at least +0.008',
      ...atLeast(
        0.008,
        corpora.filter(({ corpus }) => corpus === 'dragnet'),
      ),
    ],
    ['no corpus loses', below.join(', ') || 'none', below.length === 0],
    ['lost at most a tenth of gained', `${lost.toFixed(3)} of ${gained.toFixed(3)}`, lost <= gained / 10],
    [
      'processor time with a memory at most 1.05 of that without',
      (withSite / alone).toFixed(3),
      withSite <= 1.05 * alone,
    ],
    ['throughput of both passes at least 0.6', throughput.toFixed(2), throughput >= 0.6],
  ];
  return markdownTable(
    ['target', 'result', ''],
    rows.map(([target, result, isMet]) => [target, result, isMet ? 'met' : '**missed**']),
  );
}

const fourDecimals = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(4)}`;

/** The effect by number of known pages, on the pages whose site has that many others. */
export function knownTable(outcomes: readonly SitePageOutcome[]): string {
  const rows = [...grouped(outcomes, ({ corpus }) => corpus)].flatMap(([corpus, pages]) =>
    KNOWN_PAGES.flatMap(known => {
      const effects = pages.flatMap(({ before, after }) => {
        const withAll = after.get(known);
        return withAll === undefined ? [] : [{ before, withAll }];
      });
      return effects.length === 0 ? [] : [[corpus, known, ...effectOn(effects)]];
    }),
  );
  return markdownTable(['corpus', 'known', ...EFFECT], rows);
}

export function costList(
  outcomes: readonly SitePageOutcome[],
  { pages, prints, alone, withSite }: SiteTimes,
): string {
  const largest = Math.max(...outcomes.map(({ size }) => size));
  const passes = prints + withSite;
  return [
    `- Processor time of \`extract\` with title, type and text, with a memory relative to without: ${(withSite / alone).toFixed(3)} (${pages} pages).`,
    `- Processor time of \`fingerprint\` relative to \`extract\`: ${(prints / alone).toFixed(3)}; throughput of both passes relative to one without a memory: ${(alone / passes).toFixed(2)}.`,
    `- Largest memory as JSON: ${(largest / 1024).toFixed(1)} KB.`,
  ].join('\n');
}
