import { bagOfWords, type Example, type PageLabels } from '@webpith/lab';
import { extract } from 'webpith';
import type { SiteRulesEntry } from '../api/reading.js';
import { type RulePage, rulePage } from './page-blocks.js';

/** Selectors of elements to keep and to drop. */
export interface LearnedRules {
  readonly keep: readonly string[];
  readonly drop: readonly string[];
}

/** Rules of a site at most: who needs more has a site that no selector tells. */
const MAX_RULES = 8;
/** What a rule must put right, less what it spoils, as a share of the content of one page. */
const MIN_GAIN = 0.01;
/** A rule may spoil this share of the words that it puts right, and no page may be worse for it. */
const MAX_SPOILT = 0.1;

/** The largest share of what a page keeps that a rule may drop: what is most of a page is what people came for. */
export const MAX_DROPPED = 0.5;

/** Pages that a rule must help, where there are so many: what one page alone has says nothing of the site. */
const MIN_PAGES = 2;

interface Candidate {
  readonly kind: keyof LearnedRules;
  readonly selector: string;
  readonly gain: number;
}

/** What is decided about every block of every page, with the rules so far. */
type Decided = readonly Uint8Array[];

/** What a rule must be worth. */
interface Worth {
  /** As a share of the content of one page. */
  readonly leastGain?: number;
}

/**
 * Learns rules greedily: of all selectors, the one that puts most words right next, as long as that is worth a rule and
 * makes no page worse. Keeping comes before dropping, as in the library, where what is dropped stays dropped.
 */
export function learnRules(pages: readonly RulePage[], { leastGain = MIN_GAIN }: Worth = {}): LearnedRules {
  const rules: { keep: string[]; drop: string[] } = { keep: [], drop: [] };
  for (const kind of ['keep', 'drop'] as const) {
    while (rules.keep.length + rules.drop.length < MAX_RULES) {
      const decided = pages.map(page => decidedBy(page, rules));
      const best = bestCandidate(pages, decided, kind);
      if (best === undefined || best.gain < leastGain || best.gain <= 0) break;
      rules[kind].push(best.selector);
    }
  }
  return rules;
}

/** What rules decide about the blocks of a page. */
export function decidedBy(page: RulePage, { keep, drop }: LearnedRules): Uint8Array {
  const decided = page.isKept.slice();
  for (const selector of keep) for (const b of page.blocksOf.get(selector) ?? []) decided[b] = 1;
  for (const selector of drop) for (const b of page.blocksOf.get(selector) ?? []) decided[b] = 0;
  return decided;
}

/** F1 by words of what is decided against the labels. */
export function f1OfDecided(page: RulePage, decided: Uint8Array): number {
  const both = wordsWhere(
    page,
    page.isContent.map((is, b) => is & decided[b]!),
  );
  const sum = wordsWhere(page, page.isContent) + wordsWhere(page, decided);
  return sum === 0 ? 1 : (2 * both) / sum;
}

function wordsWhere({ words }: RulePage, marks: Uint8Array): number {
  let sum = 0;
  for (let b = 0; b < marks.length; b++) if (marks[b] === 1) sum += words[b]!;
  return sum;
}

/** Whether a page that loses so many more words has lost most of what the default keeps of it. */
function removesMost(page: RulePage, decided: Uint8Array, dropped: number): boolean {
  const left = wordsWhere(page, decided) - dropped;
  return left < (1 - MAX_DROPPED) * wordsWhere(page, page.isKept);
}

function bestCandidate(
  pages: readonly RulePage[],
  decided: Decided,
  kind: keyof LearnedRules,
): Candidate | undefined {
  let best: Candidate | undefined;
  for (const selector of wrongSelectors(pages, decided, kind)) {
    const gain = gainOf(pages, decided, { kind, selector });
    if (gain !== undefined && (best === undefined || isBetter({ kind, selector, gain }, best))) {
      best = { kind, selector, gain };
    }
  }
  return best;
}

/** More words put right; of equals the selector that says more, then the first by name. */
function isBetter(one: Candidate, other: Candidate): boolean {
  if (one.gain !== other.gain) return one.gain > other.gain;
  if (one.selector.length !== other.selector.length) return one.selector.length > other.selector.length;
  return one.selector < other.selector;
}

/** Selectors around blocks that are decided wrongly, in the way that a rule of this kind would mend. */
function wrongSelectors(pages: readonly RulePage[], decided: Decided, kind: keyof LearnedRules): Set<string> {
  const wanted = kind === 'keep' ? 1 : 0;
  const found = new Set<string>();
  pages.forEach((page, p) => {
    const isWrong = (b: number) => page.isContent[b] === wanted && decided[p]![b] !== wanted;
    for (const [selector, blocks] of page.blocksOf) if (blocks.some(isWrong)) found.add(selector);
  });
  return found;
}

/**
 * Words put right less words spoilt, as shares of the content of their pages, so that a long page speaks no louder than
 * others; undefined where it spoils too much, helps one page alone, or makes a page worse.
 */
function gainOf(
  pages: readonly RulePage[],
  decided: Decided,
  { kind, selector }: Pick<Candidate, 'kind' | 'selector'>,
): number | undefined {
  const value = kind === 'keep' ? 1 : 0;
  let [right, spoilt, helped] = [0, 0, 0];
  for (const [p, page] of pages.entries()) {
    let [ownRight, ownSpoilt] = [0, 0];
    for (const b of page.blocksOf.get(selector) ?? []) {
      if (decided[p]![b] === value) continue;
      if (page.isContent[b] === value) ownRight += page.words[b]!;
      else ownSpoilt += page.words[b]!;
    }
    if (ownSpoilt > ownRight) return undefined;
    if (kind === 'drop' && removesMost(page, decided[p]!, ownRight + ownSpoilt)) return undefined;
    if (ownRight > ownSpoilt) helped++;
    const content = Math.max(1, wordsWhere(page, page.isContent));
    right += ownRight / content;
    spoilt += ownSpoilt / content;
  }
  const isSupported = helped >= Math.min(MIN_PAGES, pages.length);
  return isSupported && spoilt <= MAX_SPOILT * right ? right - spoilt : undefined;
}

/** Labelled pages of one site, as a thread takes them. */
export interface SiteInput {
  readonly pages: readonly SitePage[];
}

/** A labelled page of a site. */
export interface SitePage {
  readonly id: string;
  readonly url?: string;
  readonly title?: string;
  readonly text?: string;
  readonly html: Uint8Array;
  readonly labels: PageLabels;
}

/** Rules and what they come to; no selector where none helps. */
export type LearnedSite = Pick<SiteRulesEntry, 'rules'> & {
  readonly learned: NonNullable<SiteRulesEntry['learned']>;
};

/** F1 that the pages held out must gain in the mean. */
const MIN_HELD_OUT_GAIN = 0.002;

/**
 * Learns rules from labelled pages of a site. With two pages or more each is held out once: where the rules of the
 * others do not make the held-out pages better, what was learned does not carry over, and no rule is given.
 */
function learnSite({ pages }: SiteInput): LearnedSite {
  const read = pages.flatMap(page => {
    const { labels, ...own } = page;
    const known = rulePage({ page: own, labels } satisfies Example);
    return known ? [{ page, known }] : [];
  });
  const all = read.map(({ known }) => known);
  const heldOut =
    all.length < 2 ? undefined : means(all.map((page, i) => heldOutScores(page, all.toSpliced(i, 1))));
  const carriesOver = heldOut === undefined || heldOut.after >= heldOut.before + MIN_HELD_OUT_GAIN;
  const rules = carriesOver ? learnRules(all) : { keep: [], drop: [] };
  const each = read.map(({ page, known }) => ({
    page: page.id,
    url: page.url,
    title: page.title,
    ...libraryScores(page, known, rules),
  }));
  return {
    rules: { keep: [...rules.keep], drop: [...rules.drop] },
    learned: { own: means(each), each, heldOut },
  };
}

/** The same as a task of a thread. */
export function learnSiteTask(input: SiteInput): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(learnSite(input)));
}

function heldOutScores(page: RulePage, others: readonly RulePage[]) {
  return {
    before: f1OfDecided(page, page.isKept),
    after: f1OfDecided(page, decidedBy(page, learnRules(others))),
  };
}

/** F1 by the library itself, without the rules and with them. */
function libraryScores({ html, url, text }: SitePage, known: RulePage, rules: LearnedRules) {
  const options = url === undefined ? {} : { url };
  const f1 = (own: LearnedRules | undefined) => {
    const found = extract(html, own ? { ...options, rules: own } : options).text;
    return round(text === undefined ? f1OfDecided(known, known.isKept) : bagOfWords(text, found).f1);
  };
  return { before: f1(undefined), after: f1(rules) };
}

function means(pages: readonly { readonly before: number; readonly after: number }[]) {
  const mean = (of: 'before' | 'after') =>
    round(pages.reduce((sum, page) => sum + page[of], 0) / Math.max(1, pages.length));
  return { pages: pages.length, before: mean('before'), after: mean('after') };
}

const round = (value: number) => Math.round(value * 1e4) / 1e4;
