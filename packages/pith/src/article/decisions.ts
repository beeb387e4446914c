import { type Blocks, KIND } from '../blocks/blocks.js';
import { isProse } from '../features/measurements/structure.js';
import type { Page } from '../features/page.js';
import type { Groups } from '../groups/from-page.js';
import type { PageKind } from '../kind/from-regions.js';
import { type SiteRegions, siteReason } from '../memory/from-regions.js';
import { datesIn } from '../metadata/dates.js';
import type { ReadMetadata } from '../metadata/from-blocks.js';
import { monthOf } from '../metadata/month-names.js';
import { REASON_NAMES, REASONS, type Regions, ROLE } from '../regions/regions.js';
import type { GroupSum, PageSums, Sum } from '../scores/evidence.js';
import { EVIDENCE_GROUPS, evidenceInWords } from '../scores/evidence-in-words.js';
import { reasonsInWords, subjectOf } from '../scores/evidence-sentence.js';
import { logOdds } from '../scores/from-features.js';
import type { Model } from '../scores/model.js';
import { TAG } from '../tree/names.js';
import { IN_ANCHOR, type PageTree } from '../tree/tree.js';
import type { Account, Decision, Evidence } from './article.js';

/** The results of the stages before `article`. */
export interface Findings {
  readonly page: Page;
  readonly groups: Groups;
  readonly read: ReadMetadata;
  readonly regions: Regions;
  /** Probability of each block before posts and entries adjusted it. */
  readonly unadjusted: Float32Array;
  readonly kind: PageKind;
  readonly site?: SiteRegions | undefined;
  readonly model: Model;
}

const MOST_FACTS = 5;

export type Verdict = Pick<Decision, 'kept' | 'stage' | 'reason'>;

export function decisions(
  findings: Findings,
  sums: PageSums,
  overrule: (verdict: Verdict) => Verdict = verdict => verdict,
): Decision[] {
  const { page: own, regions, site } = findings;
  const page = new OfPage(own.tree, sums);
  return Array.from({ length: own.blocks.count }, (_, block) => {
    const name = REASON_NAMES[regions.reason[block]!]!;
    const [stage, words] = REASONS[name];
    const reason = name === 'site' && site !== undefined ? siteReason(site, block) : words;
    const verdict = overrule({ kept: regions.role[block] === ROLE.content, stage, reason });
    return new BlockDecision(findings, verdict, block, page);
  });
}

export function pageEvidence(sums: PageSums): Evidence {
  return evidenceOf(sums.ofPage());
}

class OfPage {
  readonly #tree: PageTree;
  readonly #sums: PageSums;
  #paths: ((node: number) => string) | undefined;
  #highestDropped: number | undefined;
  #isAllMain: boolean | undefined;
  #recent: { readonly block: number; readonly sum: Sum } | undefined;

  constructor(tree: PageTree, sums: PageSums) {
    this.#tree = tree;
    this.#sums = sums;
  }

  pathOf(node: number): string {
    this.#paths ??= this.#tree.paths();
    return this.#paths(node);
  }

  /** The highest probability below the threshold; 0 if there is none. */
  highestDropped({ probability, cut }: Regions): number {
    this.#highestDropped ??= probability.reduce((most, p) => (p < cut && p > most ? p : most), 0);
    return this.#highestDropped;
  }

  isInMain({ blocks, landmarks: { core } }: Page, node: number): boolean | undefined {
    this.#isAllMain ??= blocks.node.every(own => this.#tree.contains(core, own));
    return this.#isAllMain ? undefined : this.#tree.contains(core, node);
  }

  /** Caches only the latest sum, since the sums of all blocks take many times the size of the page. */
  sumOf(block: number): Sum {
    if (this.#recent?.block !== block) this.#recent = { block, sum: this.#sums.ofBlock(block) };
    return this.#recent.sum;
  }
}

/** Computes path, summary, evidence and account on access, since most are never read. */
class BlockDecision implements Decision {
  readonly kept: boolean;
  readonly stage: string;
  readonly reason: string;
  readonly score: number;
  readonly cut: number;
  readonly text: string;
  readonly node: number;
  readonly start: number;
  readonly end: number;
  readonly #findings: Findings;
  readonly #block: number;
  readonly #page: OfPage;

  constructor(findings: Findings, verdict: Verdict, block: number, page: OfPage) {
    const { blocks } = findings.page;
    this.kept = verdict.kept;
    this.stage = verdict.stage;
    this.reason = verdict.reason;
    this.score = findings.regions.probability[block]!;
    this.cut = findings.regions.cut;
    this.text = blocks.texts[block]!;
    this.node = blocks.node[block]!;
    ({ start: this.start, end: this.end } = sourceSpan(blocks, block));
    this.#findings = findings;
    this.#block = block;
    this.#page = page;
  }

  get path() {
    return this.#page.pathOf(this.node);
  }

  get summary() {
    const measured = this.#measured;
    const why =
      this.stage === 'scores'
        ? reasonsInWords(this.#own, this.kept, measured, this.#outcome)
        : `; ${this.reason}`;
    return `${this.kept ? 'Kept' : 'Dropped'}: ${subjectOf(measured, why)}${why}.`;
  }

  get evidence() {
    const evidence = this.#own.groups.map(evidenceOf).filter(({ weight }) => weight !== 0);
    // The facts of the page are the same for all blocks: see `pageEvidence`.
    return evidence.map(own => (own.group === EVIDENCE_GROUPS.page ? { ...own, facts: [] } : own));
  }

  get account() {
    return accountOf(this.#own, this.#findings, this.#block);
  }

  get #measured() {
    const { blocks, paths } = this.#findings.page;
    const heading = blocks.heading[this.#block]!;
    return {
      kind: isInsideCellOrItem(blocks, this.#block) ? KIND.text : blocks.kind[this.#block]!,
      words: blocks.words[this.#block]!,
      text: this.text,
      isProse: isProse(blocks, this.#block),
      isLink: isOneLink(blocks, this.#block),
      isDate: isDate(this.text),
      heading: heading < 0 ? undefined : blocks.texts[heading]!.trim(),
      isInMain: this.#page.isInMain(this.#findings.page, this.node),
      alike: paths.own.blocks[paths.own.group[this.node]!]!,
    };
  }

  get #own(): Sum {
    return this.#page.sumOf(this.#block);
  }

  /** The score against that of the nearest block on the other side: the threshold itself is the lowest kept score. */
  get #outcome() {
    const { regions } = this.#findings;
    const other = this.kept ? this.#page.highestDropped(regions) : this.cut;
    return { score: logOdds(this.score), cut: logOdds(other), records: this.account.records };
  }

  toJSON(): Decision {
    return {
      ...this,
      path: this.path,
      summary: this.summary,
      evidence: this.evidence,
      account: this.account,
    };
  }
}

/** Source offsets of a block. In a shadow root, the first text of a block may not come first in the source. */
function sourceSpan({ tree, first, end }: Blocks, block: number): Pick<Decision, 'start' | 'end'> {
  let start = tree.start[first[block]!]!;
  let stop = start;
  for (let n = first[block]!; n < end[block]!; n++) {
    if (tree.tag[n] !== TAG['#text']) continue;
    start = Math.min(start, tree.start[n]!);
    stop = Math.max(stop, tree.stop[n]!);
  }
  return { start, end: stop };
}

/** True for a paragraph or box in a cell or list item, as in tables for layout and lists of comments. */
function isInsideCellOrItem({ tree, kind, node }: Blocks, block: number): boolean {
  const tag = tree.tag[node[block]!];
  if (kind[block] === KIND.item) return tag === TAG.p || tag === TAG.div;
  return kind[block] === KIND.cell && tag !== TAG.td && tag !== TAG.th;
}

/** True if all words are in the same link. */
function isOneLink({ tree, first, end, flags }: Blocks, block: number): boolean {
  if ((flags[block]! & IN_ANCHOR) === 0) return false;
  let anchor = first[block]!;
  while (anchor > 0 && tree.tag[anchor] !== TAG.a) anchor = tree.parent[anchor]!;
  return tree.contains(anchor, end[block]! - 1);
}

/** Most characters of a block that is a date. Set by hand. */
const LONGEST_DATE = 40;

/** True for a date with at most one other word, such as the day of the week. */
function isDate(text: string): boolean {
  if (text.length > LONGEST_DATE || datesIn(text).length !== 1) return false;
  const words = text.match(/\p{L}{3,}/gu) ?? [];
  return words.filter(word => monthOf(word, '', '') === 0).length <= 1;
}

function evidenceOf({ group, weight, members }: GroupSum): Evidence {
  const facts = members.slice(0, MOST_FACTS).map(({ feature, value, weight: own }) => ({
    fact: evidenceInWords(feature, value),
    weight: rounded(own),
  }));
  return { group: EVIDENCE_GROUPS[group], weight: rounded(weight), facts };
}

/** Computed from rounded contributions, so that the shown values add up exactly. */
function accountOf(sum: Sum, findings: Findings, block: number): Account {
  const { regions, unadjusted } = findings;
  const own = logOdds(regions.probability[block]!);
  const before = logOdds(unadjusted[block]!);
  const shown = sum.groups.reduce((all, { weight }) => all + rounded(weight), 0);
  const corrected = difference(before, sum.served);
  const records = difference(own, before);
  const [base, cut] = [rounded(sum.base), logOdds(regions.cut)];
  const whole = sum.score + corrected + records;
  // The score with all trees can differ from the score of the decision, which may skip trees. If it is on the other
  // side of the cut, it cannot explain the decision.
  const score = rounded(whole >= cut === own >= cut ? whole : own);
  return {
    base,
    rest: rounded(score - base - shown - corrected - records),
    corrected,
    records,
    score,
    cut: rounded(cut),
  };
}

/** Smaller differences of log-odds are rounding errors. */
const SAME = 1e-3;

const difference = (to: number, from: number) => (Math.abs(to - from) < SAME ? 0 : rounded(to - from));

const rounded = (value: number) => Number(value.toFixed(3));
