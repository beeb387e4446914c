import type { Blocks } from '../../blocks/blocks.js';
import { Room } from '../../tree/room.js';
import type { NodeNames } from '../name-groups.js';

/**
 * Groups of blocks with the same path: the same tags and classes from the root. A template repeats menu entries,
 * paragraphs and cards each at one path.
 */
export interface PathFamilies {
  /** The group of each block, and the number of blocks of that group before it. */
  readonly family: Int32Array;
  readonly before: Uint32Array;
  readonly blocks: Uint32Array;
  readonly words: Uint32Array;
  readonly linkWords: Uint32Array;
}

export interface Paths {
  readonly hashes: Int32Array;
  /** Groups by the path of the block's element, and by that of its parent. */
  readonly own: PathFamilies;
  readonly parents: PathFamilies;
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

function families(blocks: Blocks, key: (block: number) => number): PathFamilies {
  const { count } = blocks;
  const room = new Room(count, 20, 5);
  const all = {
    family: room.int32(count),
    before: room.uint32(count),
    blocks: room.uint32(count),
    words: room.uint32(count),
    linkWords: room.uint32(count),
  };
  const byHash = new Map<number, number>();
  for (let b = 0; b < count; b++) {
    const hash = key(b);
    let family = byHash.get(hash);
    if (family === undefined) {
      family = byHash.size;
      byHash.set(hash, family);
    }
    all.family[b] = family;
    all.before[b] = all.blocks[family]!++;
    all.words[family]! += blocks.words[b]!;
    all.linkWords[family]! += blocks.linkWords[b]!;
  }
  return all;
}
