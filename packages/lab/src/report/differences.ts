import { align } from '../alignment/align.js';
import { wordsAsWritten } from '../metrics/words.js';

/** A segment of a text whose words the other text has (`alike`) or has not. */
export interface Segment {
  readonly alike: boolean;
  readonly text: string;
  readonly words: number;
}

/** Two texts as segments, each marked by whether the other has it. */
export interface Differences {
  readonly gold: readonly Segment[];
  readonly extracted: readonly Segment[];
}

/** Words beyond which a text is not compared any more: alignment would take seconds, and nobody reads that far. */
const MOST_WORDS = 30_000;

/** Lines up gold and extraction word by word (case does not count) and marks what only one of them has. */
export function textDifferences(gold: string, extracted: string): Differences {
  const goldWords = wordsAsWritten(gold).slice(0, MOST_WORDS);
  const ownWords = wordsAsWritten(extracted).slice(0, MOST_WORDS);
  const lower = (words: readonly string[]) => words.map(word => word.toLowerCase());
  const { page, gold: inGold } = align(lower(ownWords), lower(goldWords));
  return { gold: segments(gold, goldWords, inGold), extracted: segments(extracted, ownWords, page) };
}

/** What stands between two words goes with the first of them. */
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
  // Of a text that was cut the rest is left out, of a whole one it is the closing punctuation.
  const end = words.length === MOST_WORDS ? at : text.length;
  if (count > 0)
    found.push({ alike: alike[words.length - 1] === 1, text: text.slice(from, end), words: count });
  return found;
}
