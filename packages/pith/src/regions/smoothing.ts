import type { Blocks } from '../blocks/blocks.js';
import type { RegionDraft } from './regions.js';

/** Share of the threshold that a block between kept ones must reach. Set by hand. */
const GAP_LENIENCE = 0.5;
/** Longer blocks are decided by their own score. Set by hand. */
const LONGEST_FILLED = 15;

/** Keeps short blocks between two kept siblings: a stray caption, a one-word line of a poem. */
export function fillGaps(blocks: Blocks, draft: RegionDraft): void {
  const { parent } = blocks.tree;
  for (let b = 1; b + 1 < blocks.count; b++) {
    if (
      draft.isSettled(b) ||
      blocks.words[b]! > LONGEST_FILLED ||
      draft.probability[b]! < draft.cut * GAP_LENIENCE
    )
      continue;
    if (!draft.isKept(b - 1) || !draft.isKept(b + 1)) continue;
    const home = parent[blocks.node[b]!];
    if (parent[blocks.node[b - 1]!] !== home || parent[blocks.node[b + 1]!] !== home) continue;
    draft.decide(b, 'content', 'amid');
  }
}
