import type { PageTree } from 'webpith/stages';
import { writeText } from '../write-text.js';
import { isSpace, wordStarts } from './word-spans.js';

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

/** Kept words with the white space after each and before the first; removed words leave a blank. */
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
