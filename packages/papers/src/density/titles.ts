import type { SdTree } from './sd-tree.js';

export interface AncestorTitle {
  readonly node: number;
  readonly level: number;
  /** |level of the title − level of the node|: equation 2. */
  readonly difference: number;
}

/**
 * Title of a region (§3.1): the first heading merged into the node itself, else the nearest heading before it, which
 * shares the lowest common ancestor with the node among all headings before it.
 */
export function ancestorTitle(sd: SdTree, node: number): AncestorTitle | undefined {
  const heading = ownHeading(sd, node) ?? headingBefore(sd, node);
  if (heading === undefined) return undefined;
  const level = sd.level[heading]!;
  return { node: heading, level, difference: Math.abs(level - sd.level[node]!) };
}

/** Limits the search on hostile pages. */
const OWN_HEADINGS_LOOKED_AT = 100;

function ownHeading({ tree, headings, holder }: SdTree, node: number): number | undefined {
  const first = firstFrom(headings, node);
  return headings
    .slice(first, first + OWN_HEADINGS_LOOKED_AT)
    .find(heading => heading < tree.end[node]! && holder[heading] === node);
}

function headingBefore({ headings }: SdTree, node: number): number | undefined {
  return headings[firstFrom(headings, node) - 1];
}

/** Index of the first of sorted numbers that is at least `from`. */
function firstFrom(sorted: readonly number[], from: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
