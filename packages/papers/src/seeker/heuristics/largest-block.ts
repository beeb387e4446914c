import { IN_ANCHOR, IS_BLOCK, meaning, type PageTree, TAG } from 'webpith/stages';
import { tagSet } from '../../tree.js';
import type { PageSums } from '../features.js';

/**
 * How deep in a sibling its text may be to count for a block (§4.2.1: “contains #text”). `child`: a direct child;
 * `inline`: also inside inline elements; `list`: also in items of lists, tables and quotations that are not mostly
 * links; `wrapped`: also in the only child with text of a wrapper.
 */
export type Reach = 'child' | 'inline' | 'list' | 'wrapped';

const LIST_TAGS = tagSet('ul', 'ol', 'dl', 'table', 'blockquote', 'pre');

/** Maximum share of link text in a sibling; above it the sibling is a menu. */
const MAX_LINK_SHARE = 0.5;

const isBlock = (tree: PageTree, node: number) => (meaning(tree.tag[node]!) & IS_BLOCK) !== 0;

export class LargestBlocks {
  private readonly own: Float64Array;
  private readonly block: Float64Array;
  private readonly string: Float64Array;
  private readonly inner: Int32Array;
  private readonly holder: Int32Array;

  constructor(
    private readonly tree: PageTree,
    private readonly sums: PageSums,
    private readonly reach: Reach,
  ) {
    this.own = ownText(tree, sums, reach);
    this.inner = wrappedElements(tree, sums, this.own, reach);
    this.block = Float64Array.from(this.own);
    this.string = Float64Array.from(this.own);
    for (let node = tree.count - 1; node > 0; node--) {
      if (!isBlock(tree, node)) continue;
      const up = tree.parent[node]!;
      const added = this.added(node);
      this.block[up]! += added;
      this.string[up] = Math.max(this.string[up]!, added);
    }
    this.holder = largestBelow(tree, this.block);
  }

  largestIn(node: number): { readonly holder: number; readonly length: number } {
    const holder = this.holder[node]!;
    return { holder, length: this.block[holder]! };
  }

  /** Marks the text of the largest block, and with `share` < 1 blocks whose longest string has that share of the longest. */
  keepBlocks(segments: readonly number[], share: number, kept: Uint8Array): void {
    const { tree, string } = this;
    let largest = -1;
    let longest = 0;
    for (const segment of segments) {
      const { holder, length } = this.largestIn(segment);
      if (largest < 0 || length > this.block[largest]!) largest = holder;
      for (let n = segment; n < tree.end[segment]!; n++) longest = Math.max(longest, string[n]!);
    }
    if (largest < 0) return;
    const marked = new Set<number>();
    this.mark(largest, kept, marked);
    if (share >= 1) return;
    for (const segment of segments) {
      for (let n = segment; n < tree.end[segment]!; n++) {
        if (string[n]! > 0 && string[n]! >= share * longest) this.mark(n, kept, marked);
      }
    }
  }

  private mark(holder: number, kept: Uint8Array, marked: Set<number>): void {
    const { tree } = this;
    this.markOwn(holder, kept, marked);
    for (let child = tree.firstChild(holder); child >= 0; child = tree.nextSibling(child)) {
      if (!isBlock(tree, child) || this.added(child) === 0) continue;
      if (this.takesAll(child)) kept.fill(1, child, tree.end[child]!);
      else this.markOwn(this.inner[child]!, kept, marked);
    }
  }

  private markOwn(node: number, kept: Uint8Array, marked: Set<number>): void {
    const { tree } = this;
    if (marked.has(node) || this.own[node] === 0) return;
    marked.add(node);
    for (let n = node + 1; n < tree.end[node]!; ) {
      if (isBlock(tree, n)) n = tree.end[n]!;
      else kept[n++] = 1;
    }
  }

  private added(node: number): number {
    if (this.takesAll(node)) return this.sums.textLength[node]! - this.sums.anchorLength[node]!;
    return this.own[this.inner[node]!]!;
  }

  private takesAll(node: number): boolean {
    if (this.reach !== 'list' && this.reach !== 'wrapped') return false;
    if (!LIST_TAGS.has(this.tree.tag[node]!)) return false;
    return this.sums.anchorLength[node]! <= MAX_LINK_SHARE * this.sums.textLength[node]!;
  }
}

/** Length of each block element's own unlinked text; 0 if most of its own text is linked. */
function ownText(tree: PageTree, sums: PageSums, reach: Reach): Float64Array {
  const own = new Float64Array(tree.count);
  const linked = new Float64Array(tree.count);
  const box = new Int32Array(tree.count); // innermost block element
  for (let node = 1; node < tree.count; node++) {
    const up = tree.parent[node]!;
    const inBox = isBlock(tree, up) ? up : box[up]!;
    box[node] = inBox;
    if (tree.tag[node] !== TAG['#text']) continue;
    if ((tree.flags[node]! & IN_ANCHOR) !== 0) linked[inBox]! += sums.textLength[node]!;
    else if (reach !== 'child' || up === inBox) own[inBox]! += sums.textLength[node]!;
  }
  return own.map((length, node) => (linked[node]! <= MAX_LINK_SHARE * (length + linked[node]!) ? length : 0));
}

function wrappedElements(tree: PageTree, sums: PageSums, own: Float64Array, reach: Reach): Int32Array {
  const inner = Int32Array.from(own.keys());
  if (reach !== 'wrapped') return inner;
  const onlyChild = new Int32Array(tree.count); // 0 for none, -1 for several
  for (let node = tree.count - 1; node > 0; node--) {
    if (!isBlock(tree, node) || sums.textLength[node] === 0) continue;
    if (own[node] === 0 && onlyChild[node]! > 0) inner[node] = inner[onlyChild[node]!]!;
    const up = tree.parent[node]!;
    onlyChild[up] = onlyChild[up] === 0 ? node : -1;
  }
  return inner;
}

function largestBelow(tree: PageTree, block: Float64Array): Int32Array {
  const holder = Int32Array.from(block.keys());
  for (let node = tree.count - 1; node > 0; node--) {
    const up = tree.parent[node]!;
    const [mine, theirs] = [holder[node]!, holder[up]!];
    // Ties go to the parent, then to its first child: children are visited last to first.
    if (block[mine]! > block[theirs]! || (theirs !== up && block[mine]! === block[theirs]!))
      holder[up] = mine;
  }
  return holder;
}
