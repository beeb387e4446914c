import { subtreeSums } from '../../../baselines/subtree-sums.js';
import { isFormatting } from '../body-features.js';
import type { CandidateRows } from '../candidate-rows.js';
import { bodyCandidates } from '../candidates.js';
import { cutHeightShare, widthShare } from '../rect.js';
import { type PageView, rectOf } from '../view.js';

/**
 * Features of a body where today's markup has wrapped its paragraphs: what the paper counts among the children of an
 * element is counted in all of its subtree. Coverage alone would choose the whole page, so purity stands beside it.
 */
export const SPREAD_FEATURES = [
  'Coverage',
  'Purity',
  'LinkShare',
  'RectLeft',
  'RectTop',
  'RectWidth',
  'RectHeight',
] as const;

/** The body candidates of a page with the features of the variant. */
export function spreadRows(view: PageView): CandidateRows {
  const { tree, lengths, linked, screen } = view;
  const formatted = outermostFormatted(view);
  const inside = subtreeSums(tree, formatted);
  const all = inside[0]!;
  const candidates = bodyCandidates(view);
  const twoScreens = 2 * screen.height;
  return {
    candidates,
    rows: candidates.map(node => {
      const rect = rectOf(view, node)!;
      return [
        share(inside[node]!, all),
        share(inside[node]!, lengths[node]!),
        share(linked[node]!, lengths[node]!),
        rect.left / screen.width,
        rect.top / twoScreens,
        widthShare(rect, screen),
        cutHeightShare(rect, twoScreens),
      ];
    }),
  };
}

/** Unlinked characters of the formatting elements of a page that lie in no other one. */
function outermostFormatted({ tree, lengths, linked }: PageView): Float64Array {
  const own = new Float64Array(tree.count);
  for (let node = 1; node < tree.count; ) {
    const isOne = isFormatting(tree, node);
    if (isOne) own[node] = lengths[node]! - linked[node]!;
    node = isOne ? tree.end[node]! : node + 1;
  }
  return own;
}

const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0);
