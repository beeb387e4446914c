import type { Blocks } from '../../blocks/blocks.js';
import { TAG } from '../../tree/names.js';
import { isNamed, type NodeNames, nameMask } from '../name-groups.js';
import { isProse, type NodeSums } from './node-sums.js';

/** Elements and blocks that other blocks are measured against. */
export interface Landmarks {
  readonly title: number;
  /** The element with the most votes of its paragraphs (see `topElement`). */
  readonly top: number;
  /** The deepest element with at least two thirds of the page's prose. */
  readonly trunk: number;
  /** Like `trunk`, without prose in asides: comments and sidebars often have more text than the article. */
  readonly core: number;
  /** The element of the first prose after the title that is not in an aside, or -1. */
  readonly lead: number;
  /** Share of the page's prose in asides. */
  readonly asideShare: number;
}

export function landmarks(blocks: Blocks, sums: NodeSums, names: NodeNames, heading = -1): Landmarks {
  const aside = standsAside(blocks, sums, names, heading);
  const central = centralProse(blocks, aside);
  const prose = sums.proseWords[0]!;
  return {
    title: heading,
    top: topElement(blocks, sums),
    trunk: trunkElement(blocks, sums.proseWords),
    core: trunkElement(blocks, central),
    lead: leadElement(blocks, heading, aside),
    asideShare: prose > 0 ? 1 - central[0]! / prose : 0,
  };
}

const ASIDE = nameMask(
  'comment',
  'sidebar',
  'footer',
  'nav',
  'related',
  'popular',
  'promo',
  'ad',
  'newsletter',
  'modal',
  'cookie',
);

/** 1 for each node inside an element whose tag or name marks it as an aside; never an ancestor of the title. */
function standsAside(
  { tree, node, words }: Blocks,
  sums: NodeSums,
  names: NodeNames,
  title: number,
): Uint8Array {
  const aside = new Uint8Array(tree.count);
  const heading = title >= 0 && words[title]! > 0 ? node[title]! : -1;
  for (let n = 1; n < tree.count; n++) {
    if (aside[tree.parent[n]!] === 1) aside[n] = 1;
    else if (sums.proseWords[n]! > 0 && isAside(tree.tag[n]!, names, n) && !tree.contains(n, heading))
      aside[n] = 1;
  }
  return aside;
}

function isAside(tag: number, names: NodeNames, node: number): boolean {
  if (tag === TAG.body || tag === TAG.html || tag === TAG.main) return false;
  return tag === TAG.aside || tag === TAG.footer || tag === TAG.nav || isNamed(names, node, ASIDE);
}

function centralProse(blocks: Blocks, aside: Uint8Array): Uint32Array {
  const { parent, count } = blocks.tree;
  const central = new Uint32Array(count);
  for (let b = 0; b < blocks.count; b++) {
    const node = blocks.node[b]!;
    if (aside[node] === 0 && isProse(blocks, b)) central[node]! += blocks.words[b]!;
  }
  for (let node = count - 1; node > 0; node--) central[parent[node]!]! += central[node]!;
  return central;
}

function leadElement(blocks: Blocks, title: number, aside: Uint8Array): number {
  for (let b = title + 1; b < blocks.count; b++) {
    if (isProse(blocks, b) && aside[blocks.node[b]!] === 0) return blocks.node[b]!;
  }
  return -1;
}

/** Each prose block votes for its element's parent and, by half, its grandparent; votes are reduced by link density. */
function topElement(blocks: Blocks, sums: NodeSums): number {
  const { parent, count } = blocks.tree;
  const votes = new Float64Array(count);
  for (let b = 0; b < blocks.count; b++) {
    if (!isProse(blocks, b)) continue;
    const vote = Math.min(blocks.words[b]!, 100) - blocks.linkWords[b]!;
    const up = parent[blocks.node[b]!]!;
    if (up > 0) votes[up]! += vote;
    if (up > 0 && parent[up]! > 0) votes[parent[up]!]! += vote / 2;
  }
  let best = 0;
  let bestVotes = 0;
  for (let node = 1; node < count; node++) {
    if (votes[node] === 0) continue;
    const value = votes[node]! * (1 - sums.linkWords[node]! / Math.max(1, sums.words[node]!));
    if (value > bestVotes) {
      best = node;
      bestVotes = value;
    }
  }
  return best;
}

function trunkElement(blocks: Blocks, proseWords: Uint32Array): number {
  const { end } = blocks.tree;
  const needed = (proseWords[0]! * 2) / 3;
  let trunk = 0;
  if (needed === 0) return trunk;
  for (let node = 1; node < end[trunk]!; ) {
    if (proseWords[node]! >= needed) trunk = node++;
    else node = end[node]!;
  }
  return trunk;
}
