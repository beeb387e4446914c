import { align } from '../alignment/align.js';
import { wordsAsWritten } from '../metrics/words.js';

/** A segment of a text; `alike` if the other text has its words. */
export interface Segment {
  readonly alike: boolean;
  readonly text: string;
  readonly words: number;
}

export interface Differences {
  readonly gold: readonly Segment[];
  readonly extracted: readonly Segment[];
}

/** Limit on compared words: alignment would take seconds beyond. */
const MOST_WORDS = 30_000;

/** Aligns gold and extraction by words, ignoring case, and marks the words that only one of them has. */
export function textDifferences(gold: string, extracted: string): Differences {
  const goldWords = wordsAsWritten(gold).slice(0, MOST_WORDS);
  const ownWords = wordsAsWritten(extracted).slice(0, MOST_WORDS);
  const lower = (words: readonly string[]) => words.map(word => word.toLowerCase());
  const { page, gold: inGold } = align(lower(ownWords), lower(goldWords));
  return { gold: segments(gold, goldWords, inGold), extracted: segments(extracted, ownWords, page) };
}

/** Text between two words belongs to the segment of the first. */
function segments(text: string, words: readonly string[], alike: Uint8Array): Segment[] {
  const found: Segment[] = [];
  let from = 0;
  let count = 0;
  let at = 0;
  words.forEach((word, i) => {
    const start = text.indexOf(word, at);
    if (i > 0 && alike[i] !== alike[i - 1]) {
      found.push({ alike: alike[i - 1] === 1, text: text.slice(from, start), words: count });
      from = start;
      count = 0;
    }
    count++;
    at = start + word.length;
  });
  // A truncated text ends at its last word, a whole one includes trailing punctuation.
  const end = words.length === MOST_WORDS ? at : text.length;
  if (count > 0)
    found.push({ alike: alike[words.length - 1] === 1, text: text.slice(from, end), words: count });
  return found;
}
