import type { Blocks } from '../blocks/blocks.js';
import type { Features } from '../features/from-blocks.js';
import { lazy, once } from '../lazy.js';
import { REASON_NAMES, REASONS, ROLE } from '../regions/regions.js';
import { type Sum, sumsOfPage } from '../scores/evidence.js';
import { evidenceInWords } from '../scores/evidence-in-words.js';
import { logOdds } from '../scores/from-features.js';
import { TAG } from '../tree/names.js';
import type { Account, Decision, Evidence } from './article.js';
import type { Findings } from './findings.js';

/** Contributions listed per block. Set by hand. */
const MOST_EVIDENCE = 6;

export type Verdict = Pick<Decision, 'kept' | 'stage' | 'reason'>;

export function decisions(
  features: Features,
  { regions, unmoved, model }: Pick<Findings, 'regions' | 'unmoved' | 'model'>,
  overrule: (verdict: Verdict) => Verdict = verdict => verdict,
): Decision[] {
  const { blocks } = features.measurements;
  const { tree } = blocks;
  const sums = sumsOfPage(features, model);
  return Array.from({ length: blocks.count }, (_, b) => {
    const node = blocks.node[b]!;
    const [stage, reason] = REASONS[REASON_NAMES[regions.reason[b]!]!];
    const sum = once(() => sums(b, MOST_EVIDENCE));
    const decision = {
      ...overrule({ kept: regions.role[b] === ROLE.content, stage, reason }),
      score: regions.probability[b]!,
      cut: regions.cut,
      text: blocks.texts[b]!,
      node,
      ...sourceSpan(blocks, b),
    };
    // Lazy: most decisions are never read.
    return lazy(decision, {
      path: () => tree.path(node),
      evidence: () => evidenceOf(sum().contributions),
      account: () => accountOf(sum(), { regions, unmoved }, b),
    });
  });
}

/**
 * Source offsets of a block. Slots of a shadow root change the order, so its first text may not come first in the
 * source.
 */
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

/** Rounded like the evidence, so that the shown values add up exactly. */
function accountOf(
  sum: Sum,
  { regions, unmoved }: Pick<Findings, 'regions' | 'unmoved'>,
  block: number,
): Account {
  const own = logOdds(regions.probability[block]!);
  const before = logOdds(unmoved[block]!);
  const shown = sum.contributions.reduce((all, { weight }) => all + rounded(weight), 0);
  const [base, score] = [rounded(sum.base), rounded(own)];
  const corrected = difference(before, sum.score);
  const records = difference(own, before);
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
