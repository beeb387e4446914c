import { type PageTree, TAG, UNSEEN } from 'webpith/stages';
import { writeText } from '../write-text.js';

export interface MarkupToken {
  /** `anchor` is a tag of `a`; `unseen` is a comment, or text of a script, a style or the title. */
  readonly kind: 'tag' | 'anchor' | 'unseen' | 'text';
  readonly start: number;
  readonly stop: number;
  /** The text node; -1 for other kinds. */
  readonly node: number;
}

/** Takes offsets from the tree, so that methods with and without a tree agree on which parts are text. */
export function markupSequence(tree: PageTree): MarkupToken[] {
  const tokens: MarkupToken[] = [];
  let at = 0;
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node]! > TAG['#comment']) continue;
    const start = tree.start[node]!;
    const stop = tree.stop[node]!;
    addTags(tokens, tree.source, at, start);
    const isText = tree.tag[node] === TAG['#text'] && (tree.flags[node]! & UNSEEN) === 0;
    tokens.push(isText ? { kind: 'text', start, stop, node } : { kind: 'unseen', start, stop, node: -1 });
    at = Math.max(at, stop);
  }
  addTags(tokens, tree.source, at, tree.source.length);
  return tokens;
}

function addTags(tokens: MarkupToken[], source: string, start: number, stop: number): void {
  for (let at = start; at < stop; ) {
    const isTag = source[at] === '<' && !source.startsWith('<!--', at);
    const end = isTag ? tagEnd(source, at, stop) : nextTag(source, at, stop);
    const isClosed = isTag && source[end - 1] === '>';
    const kind = !isClosed ? 'unseen' : isAnchor(source, at) ? 'anchor' : 'tag';
    tokens.push({ kind, start: at, stop: end, node: -1 });
    at = end;
  }
}

function nextTag(source: string, at: number, stop: number): number {
  const next = source.indexOf('<', at + 1);
  return next < 0 || next > stop ? stop : next;
}

function tagEnd(source: string, at: number, stop: number): number {
  let quote = 0;
  let afterEquals = false;
  for (let i = at; i < stop; i++) {
    const code = source.charCodeAt(i);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 62) return i + 1;
    else if (afterEquals && (code === 34 || code === 39)) quote = code;
    else if (code > 32) afterEquals = code === 61;
  }
  return stop;
}

const isAnchor = (source: string, at: number) => /^<\/?a[\0- />]/i.test(source.slice(at, at + 4));

/** Offsets of the words of a text. In scripts without spaces (Chinese, Japanese, Thai, …) each character is a word. */
export function wordStarts(text: string): number[] {
  const starts: number[] = [];
  let inWord = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (isSpace(code)) inWord = false;
    else if (isUnspaced(code)) {
      starts.push(i);
      inWord = false;
    } else {
      if (!inWord) starts.push(i);
      inWord = true;
    }
  }
  return starts;
}

export function isSpace(code: number): boolean {
  return code <= 32 || code === 0xa0;
}

function isUnspaced(code: number): boolean {
  if (code < 0x0e01) return false;
  return (
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0x3040 && code <= 0x31ff) ||
    code <= 0x0edf ||
    (code >= 0x1000 && code <= 0x109f) ||
    (code >= 0x1780 && code <= 0x17ff) ||
    (code >= 0xf900 && code <= 0xfaff)
  );
}

export class KeptWords {
  private readonly words = new Map<number, number[]>();

  constructor(private readonly tree: PageTree) {}

  keep(node: number, word: number): void {
    const kept = this.words.get(node);
    if (kept) kept.push(word);
    else this.words.set(node, [word]);
  }

  text(): string {
    return writeText(this.tree, node => {
      const kept = this.words.get(node);
      return kept ? slices(this.tree.text(node), kept) : '';
    });
  }
}

function slices(text: string, kept: readonly number[]): string {
  const starts = wordStarts(text);
  if (kept.length === starts.length) return text;
  let result = isSpace(text.charCodeAt(0)) || kept[0] !== 0 ? ' ' : '';
  let previous = -1;
  for (const word of kept) {
    if (previous >= 0 && word !== previous + 1) result += ' ';
    result += text.slice(starts[word], starts[word + 1] ?? text.length);
    previous = word;
  }
  return result;
}
