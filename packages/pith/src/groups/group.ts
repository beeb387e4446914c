import type { Blocks } from '../blocks/blocks.js';
import type { PageType } from '../options.js';

/** Structures that a page may consist of: posts of a discussion, entries of a listing. */
export const ENTRY_KINDS = ['posts', 'items'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export function entryKind(type: PageType): EntryKind | undefined {
  if (type === 'forum') return 'posts';
  return type === 'listing' || type === 'collection' ? 'items' : undefined;
}

/** A range of nodes, `end` excluded. */
export interface NodeRange {
  readonly start: number;
  readonly end: number;
}

/** Repeated entries in document order: each an element, or siblings such as a heading and its paragraphs. */
export interface Group {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Index of the innermost entry around each entry, or -1: replies may be nested in their parent post. */
  readonly outer: Int32Array;
  readonly isSpread: boolean;
}

export function groupOf(starts: readonly number[], ends: readonly number[], isSpread: boolean): Group {
  const outer = new Int32Array(starts.length);
  const open: number[] = [];
  for (let i = 0; i < starts.length; i++) {
    close(open, ends, starts[i]!);
    outer[i] = open.at(-1) ?? -1;
    open.push(i);
  }
  return { starts, ends, outer, isSpread };
}

export function subgroup(group: Group, entries: readonly number[]): Group {
  if (entries.length === group.starts.length) return group;
  const starts = entries.map(i => group.starts[i]!);
  const ends = entries.map(i => group.ends[i]!);
  return groupOf(starts, ends, group.isSpread);
}

/** The innermost entry around each node, or -1; nodes in document order. */
export function innermostEntries({ starts, ends }: Group, nodes: ArrayLike<number>): Int32Array {
  const innermost = new Int32Array(nodes.length);
  const open: number[] = [];
  let next = 0;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    for (; next < starts.length && starts[next]! <= node; next++) {
      close(open, ends, starts[next]!);
      open.push(next);
    }
    close(open, ends, node);
    innermost[i] = open.at(-1) ?? -1;
  }
  return innermost;
}

function close(open: number[], ends: readonly number[], node: number): void {
  while (open.length > 0 && ends[open.at(-1)!]! <= node) open.pop();
}

/** Blocks of each entry, without those of nested entries. */
export function blocksOfEntries(blocks: Blocks, group: Group): number[][] {
  const lists: number[][] = group.starts.map(() => []);
  const from = firstBlockFrom(blocks, group.starts[0] ?? 0);
  const owners = innermostEntries(group, blocks.first.subarray(from));
  owners.forEach((owner, i) => {
    if (owner >= 0) lists[owner]!.push(from + i);
  });
  return lists;
}

/** The first block inside or after a node. */
export function firstBlockFrom({ first, count }: Pick<Blocks, 'first' | 'count'>, node: number): number {
  return countBelow(first, count, node);
}

/** Number of values below a limit among the first `count` values, which are sorted. */
function countBelow(sorted: ArrayLike<number>, count: number, limit: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Sums over node ranges in constant time: nodes are in document order, so a subtree is a range. */
export class RangeSums {
  readonly #prefix: Float64Array;

  /** `values` has the value of node n at index n + 1, and is converted in place to prefix sums. */
  constructor(values: Float64Array) {
    for (let place = 1; place < values.length; place++) values[place]! += values[place - 1]!;
    this.#prefix = values;
  }

  between(start: number, end: number): number {
    return this.#prefix[end]! - this.#prefix[start]!;
  }

  has(node: number): boolean {
    return this.between(node, node + 1) > 0;
  }

  ofEntries(group: Group): Float64Array {
    return sumsOfEntries(this, group);
  }

  get total(): number {
    return this.#prefix[this.#prefix.length - 1]!;
  }
}

/** Counts of few nodes in node ranges, without memory per node of the page. */
export class NodeCounts {
  readonly #nodes: Int32Array;

  constructor(nodes: Iterable<number>) {
    this.#nodes = Int32Array.from(new Set(nodes)).sort();
  }

  between(start: number, end: number): number {
    return this.#before(end) - this.#before(start);
  }

  has(node: number): boolean {
    return this.between(node, node + 1) > 0;
  }

  ofEntries(group: Group): Float64Array {
    return sumsOfEntries(this, group);
  }

  #before(node: number): number {
    return countBelow(this.#nodes, this.#nodes.length, node);
  }
}

/** The sum of each entry without those of the entries nested in it. */
function sumsOfEntries(sums: RangeSums | NodeCounts, { starts, ends, outer }: Group): Float64Array {
  const own = new Float64Array(starts.length);
  for (let i = 0; i < starts.length; i++) {
    const sum = sums.between(starts[i]!, ends[i]!);
    own[i]! += sum;
    if (outer[i]! >= 0) own[outer[i]!]! -= sum;
  }
  return own;
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
