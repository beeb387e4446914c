import { type PageTree, TAG, UNSEEN } from 'webpith/stages';

const TAG_TOKEN = 0;
export const ANCHOR_TOKEN = 1;
/** Scripts, styles, comments, the title. */
export const UNSEEN_TOKEN = 2;
export const TEXT_TOKEN = 3;

/**
 * The source of a page as a sequence of tags and texts, for methods that work without a tree. Made from the offsets
 * of the tree, so that both views agree on what is text.
 */
export interface MarkupSequence {
  readonly count: number;
  readonly kind: readonly number[];
  readonly start: readonly number[];
  readonly stop: readonly number[];
  readonly node: readonly number[];
}

export function markupSequence(tree: PageTree): MarkupSequence {
  const scanner = new MarkupScanner(tree.source);
  let at = 0;
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node]! > TAG['#comment']) continue;
    const start = tree.start[node]!;
    const stop = tree.stop[node]!;
    if (start > at) scanner.markup(at, start);
    const isText = tree.tag[node] === TAG['#text'] && (tree.flags[node]! & UNSEEN) === 0;
    scanner.push(isText ? TEXT_TOKEN : UNSEEN_TOKEN, start, stop, isText ? node : -1);
    at = Math.max(at, stop);
  }
  scanner.markup(at, tree.source.length);
  return scanner;
}

const LESS = 60;
const GREATER = 62;

class MarkupScanner implements MarkupSequence {
  readonly kind: number[] = [];
  readonly start: number[] = [];
  readonly stop: number[] = [];
  readonly node: number[] = [];

  constructor(private readonly source: string) {}

  get count(): number {
    return this.kind.length;
  }

  push(kind: number, start: number, stop: number, node = -1): void {
    this.kind.push(kind);
    this.start.push(start);
    this.stop.push(stop);
    this.node.push(node);
  }

  /** Divides a range without text into tags. Comment delimiters are not tags, but unseen. */
  markup(start: number, stop: number): void {
    for (let at = start; at < stop; ) {
      const isTag = this.isTag(at);
      const end = isTag ? this.tagEnd(at, stop) : this.nextTag(at, stop);
      const ends = this.source.charCodeAt(end - 1) === GREATER;
      this.push(!isTag || !ends ? UNSEEN_TOKEN : this.isAnchor(at) ? ANCHOR_TOKEN : TAG_TOKEN, at, end);
      at = end;
    }
  }

  private isTag(at: number): boolean {
    return this.source.charCodeAt(at) === LESS && !this.source.startsWith('<!--', at);
  }

  private nextTag(at: number, stop: number): number {
    const next = this.source.indexOf('<', at + 1);
    return next < 0 || next > stop ? stop : next;
  }

  /** Offset after the `>` that ends a tag, ignoring quoted values. */
  private tagEnd(at: number, stop: number): number {
    let quote = 0;
    let afterEquals = false;
    for (let i = at; i < stop; i++) {
      const code = this.source.charCodeAt(i);
      if (quote !== 0) {
        if (code === quote) quote = 0;
      } else if (code === GREATER) return i + 1;
      else if (afterEquals && (code === 34 || code === 39)) quote = code;
      else if (code > 32) afterEquals = code === 61;
    }
    return stop;
  }

  private isAnchor(at: number): boolean {
    const name = this.source[at + 1] === '/' ? at + 2 : at + 1;
    const code = this.source.charCodeAt(name) | 32;
    const next = this.source.charCodeAt(name + 1);
    return code === 97 && (next <= 32 || next === GREATER || next === 47);
  }
}
