import type { PageTree } from 'webpith/stages';
import { writeText } from '../write-text.js';

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

/** True for Thai, Lao, Burmese, Khmer, kana and Chinese characters. */
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

/** The kept words with the white space after each; words removed before or between them become one space. */
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
