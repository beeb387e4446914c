import type { Blocks } from '../blocks/blocks.js';
import type { Features } from '../features/from-blocks.js';
import { withMade } from '../made.js';
import { once } from '../once.js';
import { REASON_NAMES, REASONS, type Regions, ROLE } from '../regions/regions.js';
import { contributions } from '../scores/evidence.js';
import { factInWords } from '../scores/facts-in-words.js';
import { TAG } from '../tree/names.js';
import type { Decision, Evidence } from './article.js';

/** Facts given for each block. */
const MOST_EVIDENCE = 6;

/** What was decided about every block, in document order. */
export function decisions(features: Features, regions: Regions): Decision[] {
  const { blocks } = features.facts;
  const { tree } = blocks;
  return Array.from({ length: blocks.count }, (_, b) => {
    const node = blocks.node[b]!;
    const [stage, reason] = REASONS[REASON_NAMES[regions.reason[b]!]!];
    const evidence = once(() => evidenceOf(features, b));
    const decision = {
      kept: regions.role[b] === ROLE.content,
      stage,
      reason,
      score: regions.probability[b]!,
      text: blocks.texts[b]!,
      node,
      ...sourceSpan(blocks, b),
    };
    // Computed when read: most decisions are never looked at.
    return withMade(decision, { path: () => tree.path(node), evidence });
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

function evidenceOf(features: Features, block: number): Evidence[] {
  return contributions(features, block, MOST_EVIDENCE).map(({ feature, value, weight }) => ({
    fact: factInWords(feature, value),
    weight: Number(weight.toFixed(3)),
  }));
}
