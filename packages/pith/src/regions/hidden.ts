import type { Blocks } from '../blocks/blocks.js';
import { HIDING_WAYS } from '../tree/hiding.js';
import { TAG } from '../tree/names.js';
import { type Visibility, visibility } from '../tree/visibility.js';

/** Share of the kept text that may be left out as hidden. A page that hides more of it shows it by a script. */
const MOST_LEFT_OUT = 0.5;

/**
 * Finds texts that readers cannot see and that no control opens. An element with most of the kept text does not count as
 * hidden, nor does a way of hiding that applies to most of it.
 */
export class HiddenTexts {
  /** 1 for each hidden text node of the blocks looked at. */
  readonly nodes: Uint8Array;
  /** Number of hidden words of the kept blocks. */
  words = 0;
  private readonly seen: Visibility;
  private readonly sparedElements = new Set<number>();
  private readonly sparedWays = new Set<number>();

  constructor(
    private readonly blocks: Blocks,
    isKept: (block: number) => boolean,
  ) {
    this.seen = visibility(blocks.tree);
    this.nodes = new Uint8Array(blocks.tree.count);
    // The browser has decided for a page whose scripts have run; otherwise they may show what the page hides.
    const { layout } = blocks.tree;
    if (layout === undefined || layout.columns.lacksScripts) this.spareMost(isKept);
    for (let b = 0; b < blocks.count; b++) if (isKept(b)) this.words += this.hiddenWords(b);
  }

  /** True if all text of a block is hidden. */
  hides(block: number): boolean {
    const { tree, first, end } = this.blocks;
    let hidesAll = true;
    for (let node = first[block]!; node < end[block]!; node++) {
      if (tree.tag[node] !== TAG['#text']) continue;
      if (this.isHidden(node)) this.nodes[node] = 1;
      else if (inkLength(this.blocks, node) > 0) hidesAll = false;
    }
    return hidesAll;
  }

  private isHidden(text: number): boolean {
    const { seen, sparedElements, sparedWays } = this;
    for (let root = seen.rootOf(text); root > 0; root = seen.rootAround(root)) {
      const isSpared = sparedElements.has(root) || sparedWays.has(seen.wayOf(root));
      if (!isSpared && !seen.isOpened(root)) return true;
    }
    return false;
  }

  private spareMost(isKept: (block: number) => boolean): void {
    const { tree, count, first, end } = this.blocks;
    const unseen: number[] = [];
    const inside = new Map<number, number>();
    let total = 0;
    for (let b = 0; b < count; b++) {
      if (!isKept(b)) continue;
      for (let node = first[b]!; node < end[b]!; node++) {
        if (tree.tag[node] !== TAG['#text']) continue;
        const ink = inkLength(this.blocks, node);
        total += ink;
        if (ink === 0 || !this.isHidden(node)) continue;
        unseen.push(node);
        for (let root = this.seen.rootOf(node); root > 0; root = this.seen.rootAround(root))
          inside.set(root, (inside.get(root) ?? 0) + ink);
      }
    }
    const most = total * MOST_LEFT_OUT;
    for (const [root, ink] of inside) if (ink > most) this.sparedElements.add(root);
    for (const _ of HIDING_WAYS) if (!this.spareWay(unseen, most)) return;
  }

  /** Spares the way that hides most if all together hide too much; false if they do not. */
  private spareWay(unseen: readonly number[], most: number): boolean {
    const byWay = new Map<number, number>();
    let hidden = 0;
    for (const node of unseen) {
      if (!this.isHidden(node)) continue;
      const ink = inkLength(this.blocks, node);
      hidden += ink;
      for (let root = this.seen.rootOf(node); root > 0; root = this.seen.rootAround(root)) {
        const way = this.seen.wayOf(root);
        if (!this.sparedWays.has(way)) byWay.set(way, (byWay.get(way) ?? 0) + ink);
      }
    }
    if (hidden <= most) return false;
    const [[way]] = [...byWay].sort((a, b) => b[1] - a[1]) as [[number, number]];
    this.sparedWays.add(way);
    return true;
  }

  private hiddenWords(block: number): number {
    const { tree, first, end, words } = this.blocks;
    if (this.hides(block)) return words[block]!;
    let hidden = 0;
    for (let node = first[block]!; node < end[block]!; node++)
      if (this.nodes[node] === 1) hidden += tree.text(node).match(/\S+/g)?.length ?? 0;
    return hidden;
  }
}

/** Characters of a text node that are not spaces. */
function inkLength({ tree: { source, start, stop } }: Blocks, text: number): number {
  let length = 0;
  for (let i = start[text]!; i < stop[text]!; i++) if (source.charCodeAt(i) > 32) length++;
  return length;
}
