import type { SdTree } from './sd-tree.js';

/** The title of a region and how far it is (§3.1). */
export interface AncestorTitle {
  /** The heading. */
  readonly node: number;
  /** Its level in the tree. */
  readonly level: number;
  /** |level of the title − level of the node|: equation 2. */
  readonly difference: number;
}

/**
 * The title of a node: the first heading that is merged into the node itself, else the nearest heading before it. The
 * nearest heading before a node shares with it the lowest ancestor that holds any heading before it, so it is the one
 * that is met first on the way up.
 */
export function ancestorTitle(sd: SdTree, node: number): AncestorTitle | undefined {
  const heading = ownHeading(sd, node) ?? headingBefore(sd, node);
  if (heading === undefined) return undefined;
  const level = sd.level[heading]!;
  return { node: heading, level, difference: Math.abs(level - sd.level[node]!) };
}

/** Headings looked at before a node is said to have none of its own: keeps the search short on hostile pages. */
const OWN_HEADINGS_LOOKED_AT = 100;

/** The first heading that is inside the node and in no strong node in it. */
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
