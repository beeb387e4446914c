import type { Blocks } from '../blocks/blocks.js';
import type { Features } from '../features/from-blocks.js';
import { withMade } from '../made.js';
import { once } from '../once.js';
import { REASON_NAMES, REASONS, type Regions, ROLE } from '../regions/regions.js';
import { logOdds, type Sum, sumsOfPage } from '../scores/evidence.js';
import { factInWords } from '../scores/facts-in-words.js';
import { TAG } from '../tree/names.js';
import type { Account, Decision, Evidence } from './article.js';

/** Facts given for each block. */
const MOST_EVIDENCE = 6;

/** What was decided about every block, in document order. */
export function decisions(features: Features, regions: Regions): Decision[] {
  const { blocks } = features.facts;
  const { tree } = blocks;
  const sums = sumsOfPage(features);
  return Array.from({ length: blocks.count }, (_, b) => {
    const node = blocks.node[b]!;
    const [stage, reason] = REASONS[REASON_NAMES[regions.reason[b]!]!];
    const sum = once(() => sums(b, MOST_EVIDENCE));
    const decision = {
      kept: regions.role[b] === ROLE.content,
      stage,
      reason,
      score: regions.probability[b]!,
      cut: regions.cut,
      text: blocks.texts[b]!,
      node,
      ...sourceSpan(blocks, b),
    };
    // Computed when read: most decisions are never looked at.
    return withMade(decision, {
      path: () => tree.path(node),
      evidence: () => evidenceOf(sum().contributions),
      account: () => accountOf(sum(), regions, b),
    });
  });
}

/** Where a block stands in the source. Slots of a shadow root change the order, so its first text need not come first. */
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
    fact: factInWords(feature, value),
    weight: rounded(weight),
  }));
}

/** Rounded like the evidence, so that what is shown adds up to the digit. */
function accountOf(sum: Sum, { probability, cut }: Regions, block: number): Account {
  const own = logOdds(probability[block]!);
  const shown = sum.contributions.reduce((all, { weight }) => all + rounded(weight), 0);
  const [base, score] = [rounded(sum.base), rounded(own)];
  const corrected = Math.abs(own - sum.score) < SAME ? 0 : rounded(own - sum.score);
  return {
    base,
    rest: rounded(score - base - shown - corrected),
    corrected,
    score,
    cut: rounded(logOdds(cut)),
  };
}

/** Log-odds that differ by less are the same probability, seen through its rounding. */
const SAME = 1e-3;

const rounded = (value: number) => Number(value.toFixed(3));
