import type { Blocks } from '../../blocks/blocks.js';
import { TAG } from '../../tree/names.js';
import type { Claims } from '../claims.js';
import type { DateReading } from '../date-shapes.js';
import type { LinkedData } from '../json-ld.js';
import type { MetaTags } from '../meta-tags.js';
import type { Outskirts } from '../outskirts.js';
import type { PageIdentity } from '../page-identity.js';
import type { SiteNames } from '../site-name.js';
import type { Survey } from '../survey.js';
import type { Heading } from '../title-heading.js';
import type { Vicinity } from '../vicinity.js';

/** What was read of a page before any fact is chosen: all that candidates are gathered from. */
export interface PageReading {
  readonly blocks: Blocks;
  readonly survey: Survey;
  readonly tags: MetaTags;
  readonly linked: LinkedData;
  /** What the structured data claim; nothing that is visible. */
  readonly claims: Claims;
  readonly facts: PageIdentity;
  readonly heading: Heading | undefined;
  /** What lies around the text, and what of it surely speaks of other pages: related stories, navigation, comments. */
  readonly outskirts: Outskirts;
  readonly elsewhere: Outskirts;
  readonly near: Vicinity;
  /** How dates are to be read. */
  readonly dates: DateReading;
  readonly site: SiteNames;
  readonly siteNames: readonly string[];
  /** The address the page was fetched from, else the one it says to have. */
  readonly address: string | undefined;
}

/** The block that holds a node, or the last one before it; -1 before the first. */
export function blockAt({ first, count }: Blocks, node: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (first[middle]! <= node) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The blocks that show the first texts of some nodes, in their order; a node without text is shown nowhere. */
export function blocksShowing({ blocks }: PageReading, nodes: readonly (number | undefined)[]): number[] {
  const { tree } = blocks;
  const shown = new Set<number>();
  for (const node of nodes) {
    if (node === undefined) continue;
    for (let n = node; n < tree.end[node]!; n++) {
      if (tree.tag[n] !== TAG['#text']) continue;
      const block = blockAt(blocks, n);
      if (block < 0 || n >= blocks.end[block]!) continue;
      shown.add(block);
      break;
    }
  }
  return [...shown].sort((a, b) => a - b);
}
