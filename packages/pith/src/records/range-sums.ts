import type { Blocks } from '../blocks/blocks.js';

/** Sums over node ranges in constant time: nodes are in document order, so a subtree is a range. */
export class RangeSums {
  private readonly prefix: Float64Array;

  /** `values` has the value of node n at index n + 1, and is converted in place to prefix sums. */
  constructor(values: Float64Array) {
    for (let place = 1; place < values.length; place++) values[place]! += values[place - 1]!;
    this.prefix = values;
  }

  /** `end` is excluded. */
  between(start: number, end: number): number {
    return this.prefix[end]! - this.prefix[start]!;
  }

  get total(): number {
    return this.prefix[this.prefix.length - 1]!;
  }
}

/** Sums of a number per block, which counts at the block's first text node. */
export function blockSums(blocks: Blocks, amountOf: (block: number) => number): RangeSums {
  const values = new Float64Array(blocks.tree.count + 1);
  for (let b = 0; b < blocks.count; b++) values[blocks.first[b]! + 1]! += amountOf(b);
  return new RangeSums(values);
}

export function nodeCounts(count: number, nodes: Iterable<number>): RangeSums {
  const values = new Float64Array(count + 1);
  for (const node of nodes) values[node + 1] = 1;
  return new RangeSums(values);
}

export function firstBlockFrom(blocks: Blocks, node: number): number {
  let low = 0;
  let high = blocks.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (blocks.first[middle]! < node) low = middle + 1;
    else high = middle;
  }
  return low;
}
