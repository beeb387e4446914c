import type { Blocks } from '../blocks/blocks.js';
import { REASONS, type Regions, ROLE } from '../regions/regions.js';
import type { Decision } from './article.js';

/** What was decided about every block, in document order. */
export function decisions(blocks: Blocks, regions: Regions): Decision[] {
  const { tree } = blocks;
  return Array.from({ length: blocks.count }, (_, b) => {
    const node = blocks.node[b]!;
    const reason = regions.reason[b]!;
    return {
      kept: regions.role[b] === ROLE.content,
      stage: reason < 2 ? 'scores' : 'regions',
      reason: REASONS[reason]!,
      score: regions.probability[b]!,
      text: blocks.texts[b]!,
      node,
      // Computed when read: finding a node's place among its siblings takes time, and most decisions are never read.
      get path() {
        return tree.path(node);
      },
      start: tree.start[blocks.first[b]!]!,
      end: tree.stop[blocks.end[b]! - 1]!,
      evidence: [],
    };
  });
}
