import { bagOfWords, type Example, type PageLabels } from '@webpith/lab';
import { extract } from 'webpith';
import type { SiteRulesEntry } from '../api/reading.js';
import { fourDigits, meansOf } from '../before-after.js';
import { type RulePage, rulePage } from './page-blocks.js';

export interface LearnedRules {
  readonly keep: string[];
  readonly drop: string[];
}

const MAX_RULES = 8;
/** Minimum gain of a rule: see `gainOf`. */
const MIN_GAIN = 0.01;
/** Maximum number of words that a rule makes wrong, as a fraction of those that it corrects. */
const MAX_SPOILT = 0.1;

export const MAX_DROPPED = 0.5;

/** Minimum number of pages that a rule must improve; all pages if there are fewer. */
const MIN_PAGES = 2;

interface Candidate {
  readonly kind: keyof LearnedRules;
  readonly selector: string;
  readonly gain: number;
}

type Decided = readonly Uint8Array[];

/** Adds the selector with the largest gain until that is too small; keep rules first, as the library applies them. */
export function learnRules(pages: readonly RulePage[], minGain = MIN_GAIN): LearnedRules {
  const rules: LearnedRules = { keep: [], drop: [] };
  for (const kind of ['keep', 'drop'] as const) {
    while (rules.keep.length + rules.drop.length < MAX_RULES) {
      const decided = pages.map(page => decidedBy(page, rules));
      const best = bestCandidate(pages, decided, kind);
      if (best === undefined || best.gain < minGain || best.gain <= 0) break;
      rules[kind].push(best.selector);
    }
  }
  return rules;
}

export function decidedBy(page: RulePage, { keep, drop }: LearnedRules): Uint8Array {
  const decided = page.isKept.slice();
  for (const selector of keep) for (const b of page.blocksOf.get(selector) ?? []) decided[b] = 1;
  for (const selector of drop) for (const b of page.blocksOf.get(selector) ?? []) decided[b] = 0;
  return decided;
}

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

function isBetter(one: Candidate, other: Candidate): boolean {
  if (one.gain !== other.gain) return one.gain > other.gain;
  if (one.selector.length !== other.selector.length) return one.selector.length > other.selector.length;
  return one.selector < other.selector;
}

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
 * Words corrected minus words made wrong, as fractions of the content of their pages. Undefined if the rule harms a
 * page or helps too few.
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

export interface SiteInput {
  readonly pages: readonly SitePage[];
}

export interface SitePage {
  readonly id: string;
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  readonly text?: string | undefined;
  readonly html: Uint8Array;
  readonly labels: PageLabels;
}

export type LearnedSite = Pick<SiteRulesEntry, 'rules'> & {
  readonly learned: NonNullable<SiteRulesEntry['learned']>;
};

const MIN_HELD_OUT_GAIN = 0.002;

/** With two or more pages, each is held out once; no rules are returned unless they improve the held-out pages. */
export function learnSite({ pages }: SiteInput): LearnedSite {
  const read = pages.flatMap(page => {
    const { labels, ...own } = page;
    const known = rulePage({ page: own, labels } satisfies Example);
    return known ? [{ page, known }] : [];
  });
  const all = read.map(({ known }) => known);
  const heldOut =
    all.length < 2 ? undefined : meansOf(all.map((page, i) => heldOutScores(page, all.toSpliced(i, 1))));
  const carriesOver = heldOut === undefined || heldOut.after >= heldOut.before + MIN_HELD_OUT_GAIN;
  const rules = carriesOver ? learnRules(all) : { keep: [], drop: [] };
  const each = read.map(({ page, known }) => ({
    page: page.id,
    url: page.url,
    title: page.title,
    ...libraryScores(page, known, rules),
  }));
  return { rules, learned: { own: meansOf(each), each, heldOut } };
}

function heldOutScores(page: RulePage, others: readonly RulePage[]) {
  return {
    before: f1OfDecided(page, page.isKept),
    after: f1OfDecided(page, decidedBy(page, learnRules(others))),
  };
}

/** F1 of the library's own output without and with the rules. */
function libraryScores({ html, url, text }: SitePage, known: RulePage, rules: LearnedRules) {
  const f1 = (own: LearnedRules | undefined) => {
    const found = extract(html, { url, rules: own }).text;
    return fourDigits(text === undefined ? f1OfDecided(known, known.isKept) : bagOfWords(text, found).f1);
  };
  return { before: f1(undefined), after: f1(rules) };
}
