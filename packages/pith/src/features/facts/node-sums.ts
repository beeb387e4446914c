import type { Blocks } from '../../blocks/blocks.js';
import { TAG } from '../../tree/names.js';
import { Room } from '../../tree/room.js';

/** Sums over the subtree of every node. */
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
  const room = new Room(n, 34, 9);
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
    // Text nodes and most elements contain no block.
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
