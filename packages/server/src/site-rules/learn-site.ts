import { bagOfWords, type Example, type PageLabels } from '@webpith/lab';
import { extract } from 'webpith';
import type { SiteRulesEntry } from '../api/site-rules.js';
import { decidedBy, f1OfDecided, type LearnedRules, learnRules } from './learn-rules.js';
import { type RulePage, rulePage } from './page-blocks.js';

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
const LEAST_GAIN = 0.002;

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
  const heldOut = all.length < 2 ? undefined : means(all.map((page, i) => held(page, all.toSpliced(i, 1))));
  const carriesOver = heldOut === undefined || heldOut.after >= heldOut.before + LEAST_GAIN;
  const rules = carriesOver ? learnRules(all) : { keep: [], drop: [] };
  const each = read.map(({ page, known }) => ({
    page: page.id,
    ...(page.url === undefined ? {} : { url: page.url }),
    ...(page.title === undefined ? {} : { title: page.title }),
    ...byLibrary(page, known, rules),
  }));
  return {
    rules: { keep: [...rules.keep], drop: [...rules.drop] },
    learned: { own: means(each), each, ...(heldOut ? { heldOut } : {}) },
  };
}

/** The same as a task of a thread. */
export function learnSiteTask(input: SiteInput): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(learnSite(input)));
}

function held(page: RulePage, others: readonly RulePage[]) {
  return {
    before: f1OfDecided(page, page.isKept),
    after: f1OfDecided(page, decidedBy(page, learnRules(others))),
  };
}

/** F1 by the library itself, without the rules and with them. */
function byLibrary({ html, url, text }: SitePage, known: RulePage, rules: LearnedRules) {
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
