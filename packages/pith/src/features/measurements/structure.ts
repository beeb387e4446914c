import type { Blocks } from '../../blocks/blocks.js';
import { ColumnBuffer } from '../../tree/buffers.js';
import { TAG } from '../../tree/names.js';
import type { PageTree } from '../../tree/tree.js';
import { isNamed, type NodeNames, nameMask } from '../name-groups.js';

/** Sums over the subtree of every node, except `depth`. */
export interface NodeSums {
  readonly depth: Uint16Array;
  readonly words: Uint32Array;
  readonly linkWords: Uint32Array;
  readonly blocks: Uint32Array;
  readonly proseWords: Uint32Array;
  readonly proseBlocks: Uint32Array;
  readonly headings: Uint32Array;
  readonly images: Uint32Array;
  readonly controls: Uint32Array;
}

export function nodeSums(blocks: Blocks): NodeSums {
  const { tree } = blocks;
  const n = tree.count;
  const room = new ColumnBuffer(n, 34, 9);
  const sums = {
    depth: room.uint16(n),
    words: room.uint32(n),
    linkWords: room.uint32(n),
    blocks: room.uint32(n),
    proseWords: room.uint32(n),
    proseBlocks: room.uint32(n),
    headings: room.uint32(n),
    images: room.uint32(n),
    controls: room.uint32(n),
  };
  addBlocks(blocks, sums);
  addElements(blocks, sums);
  for (let node = n - 1; node > 0; node--) {
    const up = tree.parent[node]!;
    sums.images[up]! += sums.images[node]!;
    sums.controls[up]! += sums.controls[node]!;
    if (sums.blocks[node] === 0) continue;
    sums.blocks[up]! += sums.blocks[node]!;
    sums.words[up]! += sums.words[node]!;
    sums.linkWords[up]! += sums.linkWords[node]!;
    sums.proseWords[up]! += sums.proseWords[node]!;
    sums.proseBlocks[up]! += sums.proseBlocks[node]!;
    sums.headings[up]! += sums.headings[node]!;
  }
  return sums;
}

/** True for running text: ten words or more, less than half of them in links. */
export function isProse(blocks: Blocks, block: number): boolean {
  return blocks.words[block]! >= 10 && blocks.linkWords[block]! * 2 < blocks.words[block]!;
}

function addBlocks(blocks: Blocks, sums: NodeSums): void {
  for (let b = 0; b < blocks.count; b++) {
    const node = blocks.node[b]!;
    sums.words[node]! += blocks.words[b]!;
    sums.linkWords[node]! += blocks.linkWords[b]!;
    sums.blocks[node]!++;
    if (blocks.level[b]! > 0) sums.headings[node]!++;
    if (!isProse(blocks, b)) continue;
    sums.proseWords[node]! += blocks.words[b]!;
    sums.proseBlocks[node]!++;
  }
}

function addElements(blocks: Blocks, sums: NodeSums): void {
  const { tag, parent, count } = blocks.tree;
  for (let node = 1; node < count; node++) {
    sums.depth[node] = sums.depth[parent[node]!]! + 1;
    const type = tag[node]!;
    if (type === TAG.img || type === TAG['amp-img']) sums.images[node] = 1;
    else if (type === TAG.input || type === TAG.button || type === TAG.select || type === TAG.textarea)
      sums.controls[node] = 1;
  }
}

/** Groups of blocks with the same tags and classes from the root: all menu entries, all cards. */
export interface PathGroups {
  /** The group of each block, and the number of blocks of that group before it. */
  readonly group: Int32Array;
  readonly before: Uint32Array;
  readonly blocks: Uint32Array;
  readonly words: Uint32Array;
  readonly linkWords: Uint32Array;
}

export interface Paths {
  readonly hashes: Int32Array;
  /** Groups by the path of the block's element, and by that of its parent. */
  readonly own: PathGroups;
  readonly parents: PathGroups;
}

export function groupPaths(blocks: Blocks, names: NodeNames): Paths {
  const { tag, parent, count } = blocks.tree;
  const hashes = new Int32Array(count);
  for (let node = 1; node < count; node++) {
    const up = hashes[parent[node]!]!;
    hashes[node] =
      (Math.imul(up ^ (up >>> 13), 0x5bd1e995) + Math.imul(tag[node]!, 0x9e3779b1) + names.classes[node]!) |
      0;
  }
  const hashOf = (node: number) => hashes[Math.max(0, node)]!;
  return {
    hashes,
    own: groupByPath(blocks, b => hashOf(blocks.node[b]!)),
    parents: groupByPath(blocks, b => hashOf(parent[blocks.node[b]!]!)),
  };
}

function groupByPath(blocks: Blocks, key: (block: number) => number): PathGroups {
  const { count } = blocks;
  const room = new ColumnBuffer(count, 20, 5);
  const all = {
    group: room.int32(count),
    before: room.uint32(count),
    blocks: room.uint32(count),
    words: room.uint32(count),
    linkWords: room.uint32(count),
  };
  const byHash = new Map<number, number>();
  for (let b = 0; b < count; b++) {
    const hash = key(b);
    let group = byHash.get(hash);
    if (group === undefined) {
      group = byHash.size;
      byHash.set(hash, group);
    }
    all.group[b] = group;
    all.before[b] = all.blocks[group]!++;
    all.words[group]! += blocks.words[b]!;
    all.linkWords[group]! += blocks.linkWords[b]!;
  }
  return all;
}

/** Nodes whose distance from a block is measured; 0 is the whole page. */
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
  readonly asideShare: number;
}

export function landmarks(blocks: Blocks, sums: NodeSums, names: NodeNames, heading = -1): Landmarks {
  const aside = markAsides(blocks, sums, names, heading);
  markGalleries(blocks, sums, names, aside);
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

/** 1 for each node in an element that its tag or name marks as an aside, unless that element contains the title. */
function markAsides(
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

/** Number of similar captioned pictures that make a gallery, and the most words of a caption. Set by hand. */
const LEAST_PICTURES = 4;
const LONGEST_CAPTION = 120;

/** Marks galleries: sibling elements of one tag and class, each with one or two pictures and a short text. */
function markGalleries({ tree }: Blocks, sums: NodeSums, names: NodeNames, aside: Uint8Array): void {
  for (let node = 1; node < tree.count; node++) {
    if (aside[node] === 1 || sums.images[node]! < LEAST_PICTURES || sums.proseWords[node] === 0) continue;
    if (isGallery(tree, node, sums, names)) aside.fill(1, node, tree.end[node]!);
  }
}

function isGallery(tree: PageTree, node: number, sums: NodeSums, names: NodeNames): boolean {
  let pictures = 0;
  let captions = 0;
  let others = 0;
  let shape = 0;
  for (let child = tree.firstChild(node); child >= 0; child = tree.nextSibling(child)) {
    if (tree.tag[child]! <= TAG['#comment']) continue;
    const words = sums.words[child]!;
    const images = sums.images[child]!;
    const own = (Math.imul(names.classes[child]!, 31) + tree.tag[child]!) | 0;
    if (images === 0 || images > 2 || words > LONGEST_CAPTION || (shape !== 0 && own !== shape))
      others += words;
    else {
      shape = own;
      pictures++;
      captions += words;
    }
  }
  return pictures >= LEAST_PICTURES && others * 4 < captions;
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
