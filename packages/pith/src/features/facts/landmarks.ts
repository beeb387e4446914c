import type { Blocks } from '../../blocks/blocks.js';
import { isProse, type NodeSums } from './node-sums.js';

/** Places that other blocks are measured against. */
export interface Landmarks {
  /** The heading block that holds the page's title, or -1. */
  readonly title: number;
  /** The element whose direct and second-level text is largest, by the classical vote of paragraphs. */
  readonly top: number;
  /** The deepest element that holds at least two thirds of the page's prose. */
  readonly trunk: number;
}

export function landmarks(blocks: Blocks, sums: NodeSums, title: string | undefined): Landmarks {
  return {
    title: titleBlock(blocks, title),
    top: topElement(blocks, sums),
    trunk: trunkElement(blocks, sums),
  };
}

/** The heading that shares most words with the declared title; the first h1 when none shares half. */
function titleBlock(blocks: Blocks, title: string | undefined): number {
  const wanted = new Set(
    (title ?? '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean),
  );
  let best = -1;
  let bestShare = 0.5;
  let firstH1 = -1;
  for (let b = 0; b < blocks.count; b++) {
    if (blocks.level[b] === 0 || blocks.words[b]! > 60) continue;
    if (firstH1 < 0 && blocks.level[b] === 1) firstH1 = b;
    const words = blocks.texts[b]!.toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
    const shared = words.filter(word => wanted.has(word)).length;
    const share = (2 * shared) / (words.length + wanted.size) + (blocks.level[b] === 1 ? 0.1 : 0);
    if (shared > 0 && share > bestShare) {
      best = b;
      bestShare = share;
    }
  }
  return best >= 0 ? best : firstH1;
}

/** Each prose block votes for its element's parent and, by half, grandparent; votes are discounted by link density. */
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

function trunkElement(blocks: Blocks, sums: NodeSums): number {
  const { end } = blocks.tree;
  const { proseWords } = sums;
  const needed = (proseWords[0]! * 2) / 3;
  let trunk = 0;
  if (needed === 0) return trunk;
  // Down into the one child that holds enough, past all others.
  for (let node = 1; node < end[trunk]!; ) {
    if (proseWords[node]! >= needed) trunk = node++;
    else node = end[node]!;
  }
  return trunk;
}
