import { type Decision, extract, type SiteRules } from 'webpith';
import type { PageTree } from 'webpith/stages';
import type { Corrections } from '../api/extract.js';
import type { RuleTrial } from '../api/reading.js';
import { type SourcePage, treeOfPage } from '../extraction/page.js';
import { type LearnedRules, learnRules, MAX_DROPPED } from './learn-rules.js';
import { correctedPage } from './page-blocks.js';

export interface KnownPage {
  readonly id: string;
  readonly title?: string | undefined;
  readonly page: SourcePage;
}

export interface TrialInput {
  readonly pages: readonly KnownPage[];
  readonly before: SiteRules;
  readonly rules?: SiteRules | undefined;
  /** Alternatively, a reader's corrections from which to learn additional rules. */
  readonly corrected?: { readonly page: SourcePage; readonly corrections: Corrections };
}

export type Tried = Pick<RuleTrial, 'rules' | 'pages' | 'refused'>;

const MAX_SHOWN = 3;
const MAX_SHOWN_LENGTH = 160;

/** Tries rules on pages of a site. Rejects drop selectors that would remove most of a page. */
export function tryRules({ pages, before, rules, corrected }: TrialInput): Tried {
  const found = corrected === undefined ? undefined : rulesFound(corrected);
  const wanted = joined(before, rules ?? found ?? {}, rules === undefined);
  const read = pages.map(known => ({ known, tree: treeOfPage(known.page) }));
  const drop: string[] = [];
  const refused: { selector: string; page: string }[] = [];
  for (const selector of wanted.drop) {
    const spoilt = read.find(({ known, tree }) => removesMost(tree, known.page.url, [...drop, selector]));
    if (spoilt === undefined) drop.push(selector);
    else refused.push({ selector, page: nameOf(spoilt.known) });
  }
  const after: LearnedRules = { keep: wanted.keep, drop };
  return {
    rules: after,
    pages: read.map(({ known, tree }) => changeOf(known, tree, before, after)),
    refused,
  };
}

function rulesFound({ page, corrections }: NonNullable<TrialInput['corrected']>): LearnedRules {
  const own = { id: 'page', tree: treeOfPage(page), url: page.url };
  return learnRules([correctedPage(own, corrections)], 0);
}

function joined(before: SiteRules, after: SiteRules, keepsBefore: boolean): LearnedRules {
  const both = (of: 'keep' | 'drop') => [
    ...new Set([...(keepsBefore ? (before[of] ?? []) : []), ...(after[of] ?? [])]),
  ];
  return { keep: both('keep'), drop: both('drop') };
}

function removesMost(tree: PageTree, url: string | undefined, drop: readonly string[]): boolean {
  const [before, after] = [undefined, { drop }].map(rules =>
    wordsKept(extract(tree, { url, rules }).explain()),
  );
  return before! - after! > MAX_DROPPED * before!;
}

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean).length;
const wordsKept = (decisions: readonly Decision[]) =>
  decisions.reduce((sum, { kept, text }) => sum + (kept ? wordsOf(text) : 0), 0);

function changeOf(known: KnownPage, tree: PageTree, before: SiteRules, after: SiteRules) {
  const { url } = known.page;
  const [one, other] = [before, after].map(rules => extract(tree, { url, rules }).explain());
  const changed = (to: boolean) =>
    other!
      .filter(({ kept }, b) => kept === to && one![b]!.kept !== to)
      .map(({ text }) => (text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text));
  const [added, removed] = [changed(true), changed(false)];
  return {
    id: known.id,
    title: known.title,
    url,
    before: wordsKept(one!),
    after: wordsKept(other!),
    added: added.slice(0, MAX_SHOWN),
    removed: removed.slice(0, MAX_SHOWN),
    blocks: added.length + removed.length,
  };
}

const nameOf = ({ title, page, id }: KnownPage) => title ?? page.url ?? id;
