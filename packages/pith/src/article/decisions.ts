import type { Blocks } from '../blocks/blocks.js';
import { siteEvidenceInWords } from '../memory/evidence.js';
import { REASON_NAMES, REASONS, ROLE } from '../regions/regions.js';
import { type Sum, sumsOfPage } from '../scores/evidence.js';
import { evidenceInWords } from '../scores/evidence-in-words.js';
import { logOdds } from '../scores/from-features.js';
import { TAG } from '../tree/names.js';
import type { Account, Decision, Evidence } from './article.js';
import type { Findings } from './findings.js';

/** Maximum contributions listed per block. Set by hand. */
const MOST_EVIDENCE = 6;

export type Verdict = Pick<Decision, 'kept' | 'stage' | 'reason'>;

export function decisions(
  findings: Findings,
  overrule: (verdict: Verdict) => Verdict = verdict => verdict,
): Decision[] {
  const { features, regions, model } = findings;
  const sums = sumsOfPage(features, model);
  return Array.from({ length: features.measurements.blocks.count }, (_, block) => {
    const [stage, reason] = REASONS[REASON_NAMES[regions.reason[block]!]!];
    const verdict = overrule({ kept: regions.role[block] === ROLE.content, stage, reason });
    return new BlockDecision(findings, verdict, block, sums);
  });
}

/** Computes path, evidence and account on access, since most are never read. */
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
  readonly #sums: ReturnType<typeof sumsOfPage>;
  #sum: Sum | undefined;

  constructor(findings: Findings, verdict: Verdict, block: number, sums: ReturnType<typeof sumsOfPage>) {
    const { blocks } = findings.features.measurements;
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
    this.#sums = sums;
  }

  get path() {
    return this.#findings.features.measurements.blocks.tree.path(this.node);
  }

  get evidence() {
    return [...evidenceOf(this.#own.contributions), ...siteEvidenceOf(this.#findings, this.#block)].sort(
      (a, b) => Math.abs(b.weight) - Math.abs(a.weight),
    );
  }

  get account() {
    return accountOf(this.#own, this.#findings, this.#block);
  }

  get #own(): Sum {
    this.#sum ??= this.#sums(this.#block, MOST_EVIDENCE);
    return this.#sum;
  }

  toJSON(): Decision {
    return { ...this, path: this.path, evidence: this.evidence, account: this.account };
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

function evidenceOf(contributions: Sum['contributions']): Evidence[] {
  return contributions.map(({ feature, value, weight }) => ({
    fact: evidenceInWords(feature, value),
    weight: rounded(weight),
  }));
}

function siteEvidenceOf({ site, unadjusted }: Findings, block: number): Evidence[] {
  if (site === undefined) return [];
  // Blocks that do not repeat keep their score.
  const weight = difference(logOdds(site.probability[block]!), logOdds(unadjusted[block]!));
  return weight === 0 ? [] : [{ fact: siteEvidenceInWords(site.evidence, block), weight }];
}

/** Computed from rounded contributions, so that the shown values add up exactly. */
function accountOf(sum: Sum, findings: Findings, block: number): Account {
  const { regions, unadjusted, site } = findings;
  const own = logOdds(regions.probability[block]!);
  const before = logOdds(unadjusted[block]!);
  const known = site === undefined ? before : logOdds(site.probability[block]!);
  const contributions = [...evidenceOf(sum.contributions), ...siteEvidenceOf(findings, block)];
  const shown = contributions.reduce((all, { weight }) => all + weight, 0);
  const [base, score] = [rounded(sum.base), rounded(own)];
  const corrected = difference(before, sum.score);
  const records = difference(own, known);
  return {
    base,
    rest: rounded(score - base - shown - corrected - records),
    corrected,
    records,
    score,
    cut: rounded(logOdds(regions.cut)),
  };
}

/** Smaller differences of log-odds are rounding errors. */
const SAME = 1e-3;

const difference = (to: number, from: number) => (Math.abs(to - from) < SAME ? 0 : rounded(to - from));

const rounded = (value: number) => Number(value.toFixed(3));
