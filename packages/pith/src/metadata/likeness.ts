const WORDS = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[\p{L}\p{M}\p{N}]+/gu;
const PLAIN_WORDS = /[a-z\d]+/g;

/** The words of a text in lower case; in Chinese, Japanese and Korean every character is a word. */
export function wordsOf(title: string): string[] {
  const text = title.slice(0, 500).toLowerCase();
  // Matching letters of every script is ten times slower than matching ASCII.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is that of ASCII
  return text.match(/^[\x00-\x7f]*$/.test(text) ? PLAIN_WORDS : WORDS) ?? [];
}

function shared(a: readonly string[], b: readonly string[]): number {
  const left = [...b];
  let count = 0;
  for (const word of a) {
    const place = left.indexOf(word);
    if (place < 0) continue;
    left[place] = '';
    count++;
  }
  return count;
}

/** Share of the words of `part` that occur in `whole`, 0 to 1. */
export function containment(part: readonly string[], whole: readonly string[]): number {
  return part.length === 0 ? 0 : shared(part, whole) / part.length;
}

/** Dice's coefficient of the words, 0 to 1. */
export function likeness(a: readonly string[], b: readonly string[]): number {
  const words = a.length + b.length;
  return words === 0 ? 0 : (2 * shared(a, b)) / words;
}

/** True if most words of the shorter title occur in the longer one; a single word must be its first. */
export function alike(a: string, b: string): boolean {
  if (a === b) return a !== '';
  const [shorter, longer] = [wordsOf(a), wordsOf(b)].sort((x, y) => x.length - y.length) as [
    string[],
    string[],
  ];
  if (shorter.length < 2) return shorter.length === 1 && longer[0] === shorter[0];
  return containment(shorter, longer) >= 0.75;
}
