import { TAG } from '../tree/names.js';
import { HIDDEN, type PageTree, UNSEEN } from '../tree/tree.js';

/**
 * How much text lies before each node, of the kept and of all that is shown, so that any subtree's share is two
 * subtractions. Blank texts count nothing; the white space that starts a text counts nothing either.
 */
export class Coverage {
  private readonly kept: Uint32Array;
  private readonly shown: Uint32Array;
  /** The first kept text, and one past the last; equal when nothing was kept. */
  readonly first: number;
  readonly end: number;

  constructor(
    private readonly tree: PageTree,
    keptTexts: Uint8Array,
  ) {
    const { count, tag, flags, source, start, stop } = tree;
    this.kept = new Uint32Array(count + 1);
    this.shown = new Uint32Array(count + 1);
    let kept = 0;
    let shown = 0;
    let first = 0;
    let end = 0;
    for (let n = 0; n < count; n++) {
      const hidden = flags[n]! & (UNSEEN | HIDDEN);
      const isKept = keptTexts[n] === 1 && (hidden & UNSEEN) === 0;
      if (tag[n] === TAG['#text'] && (isKept || hidden === 0)) {
        const last = stop[n]!;
        let i = start[n]!;
        while (i < last && source.charCodeAt(i) <= 32) i++;
        shown += last - i;
        if (isKept && last > i) {
          if (kept === 0) first = n;
          kept += last - i;
          end = n + 1;
        }
      }
      this.kept[n + 1] = kept;
      this.shown[n + 1] = shown;
    }
    this.first = first;
    this.end = end;
  }

  /** Characters of kept text in nodes `from` to `to` (exclusive). */
  keptBetween(from: number, to: number): number {
    return this.kept[to]! - this.kept[from]!;
  }

  /** Whether any kept text stands inside a node. */
  holdsKept(node: number): boolean {
    return this.kept[this.tree.end[node]!]! > this.kept[node]!;
  }

  /** Characters inside a node that the page shows. */
  shownIn(node: number): number {
    return this.shown[this.tree.end[node]!]! - this.shown[node]!;
  }

  /** Whether at least half of the text that a node shows was kept. */
  isMostlyKept(node: number): boolean {
    const end = this.tree.end[node]!;
    const kept = this.kept[end]! - this.kept[node]!;
    return kept > 0 && kept * 2 >= this.shown[end]! - this.shown[node]!;
  }
}

/** Whether a text was kept and may be: what no page shows (scripts, styles, options) never is, whoever keeps it. */
export function isKeptText(tree: PageTree, keptTexts: Uint8Array, text: number): boolean {
  return keptTexts[text] === 1 && (tree.flags[text]! & UNSEEN) === 0;
}
