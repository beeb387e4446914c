import type { PageTree } from 'webpith/stages';
import { collapsedLength } from '../write-text.js';
import { type MarkupSequence, markupSequence, TEXT_TOKEN, UNSEEN_TOKEN } from './markup-sequence.js';

/** Source lines with a tag or text, without scripts and comments. */
export interface TagRatioLines {
  /** Characters of text per tag of each line. */
  readonly ratios: Float64Array;
  /** In document order. */
  readonly parts: readonly TextPart[];
}

export interface TextPart {
  readonly node: number;
  readonly start: number;
  readonly stop: number;
  readonly line: number;
}

const BLOCK_START =
  /<(?:address|article|aside|blockquote|body|center|dd|div|dl|dt|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tbody|td|th|tr|ul)[\s/>]/iy;

/**
 * Reads lines and their tag ratios. Minified sources have few line breaks: a line longer than `longest` ends before
 * the next tag that starts a block.
 */
export function tagRatioLines(tree: PageTree, longest: number): TagRatioLines {
  const reader = new LineReader(tree, markupSequence(tree), longest);
  reader.read();
  const { characters, tags, parts } = reader;
  return { ratios: Float64Array.from(characters, (count, line) => count / Math.max(1, tags[line]!)), parts };
}

class LineReader {
  readonly characters: number[] = [];
  readonly tags: number[] = [];
  readonly parts: TextPart[] = [];
  /** Characters of the source on this line so far; -1 before the first. */
  private length = -1;

  constructor(
    private readonly tree: PageTree,
    private readonly sequence: MarkupSequence,
    private readonly longest: number,
  ) {}

  read(): void {
    const { sequence } = this;
    for (let token = 0; token < sequence.count; token++) {
      const kind = sequence.kind[token]!;
      if (kind === TEXT_TOKEN) this.text(sequence.node[token]!);
      else if (kind !== UNSEEN_TOKEN) this.tag(sequence.start[token]!, sequence.stop[token]!);
    }
  }

  private tag(start: number, stop: number): void {
    const { source } = this.tree;
    if (this.length > this.longest) {
      BLOCK_START.lastIndex = start;
      if (BLOCK_START.test(source)) this.length = -1;
    }
    this.tags[this.line()]!++;
    this.length += stop - start;
    if (source.slice(start, stop).includes('\n')) this.length = -1;
  }

  private text(node: number): void {
    const text = this.tree.text(node);
    for (let start = 0; start < text.length; ) {
      const lineEnd = text.indexOf('\n', start);
      const stop = lineEnd < 0 ? text.length : lineEnd + 1;
      const characters = collapsedLength(text.slice(start, stop));
      if (characters > 0) {
        const line = this.line();
        this.characters[line]! += characters;
        this.length += characters;
        this.parts.push({ node, start, stop, line });
      }
      if (lineEnd >= 0) this.length = -1;
      start = stop;
    }
  }

  /** The current line, or a new one if the last has ended. */
  private line(): number {
    if (this.length >= 0) return this.characters.length - 1;
    this.length = 0;
    this.tags.push(0);
    return this.characters.push(0) - 1;
  }
}
