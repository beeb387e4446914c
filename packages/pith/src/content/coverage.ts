import { TAG } from '../tree/names.js';
import { HIDDEN, type PageTree, UNSEEN } from '../tree/tree.js';

/** Values of kept text nodes; supplements are left out of the plain text. */
export const KEPT = 1;
export const SUPPLEMENT = 2;

/** Prefix sums of kept and visible characters by node, without blank texts and leading white space. */
export class Coverage {
  private readonly kept: Uint32Array;
  private readonly shown: Uint32Array;
  readonly first: number;
  readonly end: number;

  constructor(
    private readonly tree: PageTree,
    keptTexts: Uint8Array,
    readonly from = 0,
    readonly to = tree.count,
  ) {
    const { tag, flags, source, start, stop } = tree;
    this.kept = new Uint32Array(to - from + 1);
    this.shown = new Uint32Array(to - from + 1);
    let kept = 0;
    let shown = 0;
    let first = from;
    let end = from;
    for (let n = from; n < to; n++) {
      if (tag[n] === TAG['#text']) {
        const hidden = flags[n]! & (UNSEEN | HIDDEN);
        const isKept = keptTexts[n] !== 0 && (hidden & UNSEEN) === 0;
        const length = isKept || hidden === 0 ? inkLength(source, start[n]!, stop[n]!) : 0;
        shown += length;
        if (isKept && length > 0) {
          if (kept === 0) first = n;
          kept += length;
          end = n + 1;
        }
      }
      this.kept[n - from + 1] = kept;
      this.shown[n - from + 1] = shown;
    }
    this.first = first;
    this.end = end;
  }

  keptBetween(from: number, to: number): number {
    return this.kept[this.at(to)]! - this.kept[this.at(from)]!;
  }

  hasKept(node: number): boolean {
    return this.keptBetween(node, this.tree.end[node]!) > 0;
  }

  shownBetween(from: number, to: number): number {
    return this.shown[this.at(to)]! - this.shown[this.at(from)]!;
  }

  shownIn(node: number): number {
    return this.shownBetween(node, this.tree.end[node]!);
  }

  isMostlyKept(node: number): boolean {
    const kept = this.keptBetween(node, this.tree.end[node]!);
    return kept > 0 && kept * 2 >= this.shownIn(node);
  }

  private at(node: number): number {
    return node <= this.from ? 0 : Math.min(node, this.to) - this.from;
  }
}

/** Length of a text without leading white space. */
export function inkLength(source: string, start: number, stop: number): number {
  let at = start;
  while (at < stop && source.charCodeAt(at) <= 32) at++;
  return stop - at;
}

/** True if the first kept text in a node is a supplement. */
export function isSupplement(tree: PageTree, keptTexts: Uint8Array, node: number): boolean {
  for (let n = node; n < tree.end[node]!; n++) if (keptTexts[n] !== 0) return keptTexts[n] === SUPPLEMENT;
  return false;
}

/** True for kept text, except in scripts, styles and options, which is never content. */
export function isKeptText(tree: PageTree, keptTexts: Uint8Array, text: number): boolean {
  return keptTexts[text] !== 0 && (tree.flags[text]! & UNSEEN) === 0;
}
