import type { Blocks } from '../../blocks/blocks.js';
import type { NodeNames } from '../name-groups.js';

/**
 * Blocks that stand in the same kind of place: same tags and classes all the way up. A template prints its menu
 * entries, its paragraphs and its cards each in such a family.
 */
export interface PathFamily {
  blocks: number;
  words: number;
  linkWords: number;
}

export interface Paths {
  /** Hash of the tags and classes from the root to each node. */
  readonly hashes: Int32Array;
  /** The family of each block by the path of its element, and by that of its element's parent. */
  readonly own: readonly PathFamily[];
  readonly parents: readonly PathFamily[];
}

export function paths(blocks: Blocks, names: NodeNames): Paths {
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
    own: families(blocks, b => hashOf(blocks.node[b]!)),
    parents: families(blocks, b => hashOf(parent[blocks.node[b]!]!)),
  };
}

function families(blocks: Blocks, key: (block: number) => number): PathFamily[] {
  const byHash = new Map<number, PathFamily>();
  const result: PathFamily[] = [];
  for (let b = 0; b < blocks.count; b++) {
    const hash = key(b);
    let family = byHash.get(hash);
    if (family === undefined) {
      family = { blocks: 0, words: 0, linkWords: 0 };
      byHash.set(hash, family);
    }
    family.blocks++;
    family.words += blocks.words[b]!;
    family.linkWords += blocks.linkWords[b]!;
    result.push(family);
  }
  return result;
}
