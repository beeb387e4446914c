import type { Blocks } from '../../blocks/blocks.js';
import { TAG } from '../../tree/names.js';
import type { Claims } from '../claims.js';
import type { DateReading } from '../dates.js';
import type { LinkedData } from '../json-ld.js';
import type { MetaTags } from '../meta-tags.js';
import type { Outskirts } from '../outskirts.js';
import type { PageIdentity } from '../page-identity.js';
import type { SiteNames } from '../site-name.js';
import type { Survey } from '../survey.js';
import type { Heading } from '../title-heading.js';
import type { Vicinity } from '../vicinity.js';

/** The input of the rankers. */
export interface PageReading {
  readonly blocks: Blocks;
  readonly survey: Survey;
  readonly tags: MetaTags;
  readonly linked: LinkedData;
  /** Claims of the metadata, without visible values. */
  readonly claims: Claims;
  readonly identity: PageIdentity;
  readonly heading: Heading | undefined;
  /** Regions around the text, and the part of them that surely concerns other pages. */
  readonly outskirts: Outskirts;
  readonly elsewhere: Outskirts;
  readonly near: Vicinity;
  readonly dates: DateReading;
  readonly site: SiteNames;
  readonly siteNames: readonly string[];
  /** The URL the page was fetched from, else the one it declares. */
  readonly address: string | undefined;
}

/** Index of the block that contains a node, or of the last one before it; -1 before the first. */
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

/** Blocks that show the first text of each node, sorted; nodes without text are skipped. */
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
