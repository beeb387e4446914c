import type { Blocks } from '../blocks/blocks.js';
import type { Page } from '../features/page.js';
import { HIDING_WAYS } from '../tree/hiding.js';
import { TAG } from '../tree/names.js';
import type { Visibility } from '../tree/visibility.js';

/**
 * Maximum share of the kept text that is left out as hidden. If a page hides more, a script probably shows it later.
 */
const MOST_LEFT_OUT = 0.5;

const UNREAD = 0;
const SHOWN = 1;
const HIDDEN = 2;

/** Finds texts that readers cannot see and no control opens, unless the page hides most of its text so. */
export class HiddenTexts {
  /** 1 for each hidden text node of the blocks looked at. */
  readonly nodes: Uint8Array;
  words = 0;
  private readonly states: Uint8Array;
  private readonly blocks: Blocks;
  private readonly seen: Visibility;
  private readonly sparedElements = new Set<number>();
  private readonly sparedWays = new Set<number>();

  constructor({ blocks, visibility }: Page, isKept: (block: number) => boolean) {
    this.blocks = blocks;
    this.seen = visibility;
    this.nodes = new Uint8Array(blocks.tree.count);
    this.states = new Uint8Array(blocks.count);
    const kept: number[] = [];
    for (let b = 0; b < blocks.count; b++) if (isKept(b)) kept.push(b);
    // The browser has decided for a page with all its files; missing ones may show what the page hides.
    const { layout } = blocks.tree;
    if (layout === undefined || layout.columns.lacksFiles) this.spareMost(kept);
    for (const b of kept) this.words += this.hiddenWords(b);
  }

  /** True if all text of a block is hidden. */
  hides(block: number): boolean {
    if (this.states[block] === UNREAD) this.states[block] = this.readState(block);
    return this.states[block] === HIDDEN;
  }

  private readState(block: number): number {
    const { tree, first, end } = this.blocks;
    let state = HIDDEN;
    for (let node = first[block]!; node < end[block]!; node++) {
      if (tree.tag[node] !== TAG['#text']) continue;
      if (this.isHidden(node)) this.nodes[node] = 1;
      else if (state === HIDDEN && this.inkOf(node, 1) > 0) state = SHOWN;
    }
    return state;
  }

  private isHidden(text: number): boolean {
    const { seen, sparedElements, sparedWays } = this;
    for (let root = seen.rootOf(text); root > 0; root = seen.rootAround(root)) {
      const isSpared = sparedElements.has(root) || sparedWays.has(seen.wayOf(root));
      if (!isSpared && !seen.isOpened(root)) return true;
    }
    return false;
  }

  private spareMost(kept: readonly number[]): void {
    const { tree, first, end } = this.blocks;
    const unseen: number[] = [];
    for (const b of kept)
      for (let node = first[b]!; node < end[b]!; node++)
        if (tree.tag[node] === TAG['#text'] && this.isHidden(node) && this.inkOf(node, 1) > 0)
          unseen.push(node);
    if (unseen.length === 0) return;
    let total = 0;
    for (const b of kept) for (const node of this.textsOf(b)) total += this.inkOf(node);
    const inside = new Map<number, number>();
    for (const node of unseen) {
      const ink = this.inkOf(node);
      for (let root = this.seen.rootOf(node); root > 0; root = this.seen.rootAround(root))
        inside.set(root, (inside.get(root) ?? 0) + ink);
    }
    const most = total * MOST_LEFT_OUT;
    for (const [root, ink] of inside) if (ink > most) this.sparedElements.add(root);
    for (const _ of HIDING_WAYS) if (!this.spareWay(unseen, most)) return;
  }

  /** If all ways of hiding together hide too much, exempts the one that hides most. Returns false otherwise. */
  private spareWay(unseen: readonly number[], most: number): boolean {
    const byWay = new Map<number, number>();
    let hidden = 0;
    for (const node of unseen) {
      if (!this.isHidden(node)) continue;
      const ink = this.inkOf(node);
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
    if (this.hides(block)) return this.blocks.words[block]!;
    const { nodes, blocks } = this;
    if (!nodes.subarray(blocks.first[block], blocks.end[block]).includes(1)) return 0;
    let hidden = 0;
    for (const node of this.textsOf(block))
      if (this.nodes[node] === 1) hidden += this.blocks.tree.text(node).match(/\S+/g)?.length ?? 0;
    return hidden;
  }

  private textsOf(block: number): number[] {
    const { tree, first, end } = this.blocks;
    const texts: number[] = [];
    for (let node = first[block]!; node < end[block]!; node++)
      if (tree.tag[node] === TAG['#text']) texts.push(node);
    return texts;
  }

  /** Characters of a text node that are not spaces; counts up to `most`. */
  private inkOf(text: number, most: number = Number.POSITIVE_INFINITY): number {
    const { source, start, stop } = this.blocks.tree;
    let length = 0;
    for (let i = start[text]!; i < stop[text]! && length < most; i++) if (source.charCodeAt(i) > 32) length++;
    return length;
  }
}
