const WORDS = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[\p{L}\p{M}\p{N}]+/gu;
const PLAIN_WORDS = /[a-z\d]+/g;

/** The words of a title in lower case; a character of a script without spaces is a word. */
export function wordsOf(title: string): string[] {
  const text = title.slice(0, 500).toLowerCase();
  // Matching letters of every script costs ten times what those of ASCII do.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is that of ASCII
  return text.match(/^[\x00-\x7f]*$/.test(text) ? PLAIN_WORDS : WORDS) ?? [];
}

/** How many words two titles share; repeated words count as often as they stand in both. */
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

/** Share of the words of `part` that stand in `whole`, 0 to 1. */
export function containment(part: readonly string[], whole: readonly string[]): number {
  return part.length === 0 ? 0 : shared(part, whole) / part.length;
}

/** Share of words that two titles have in common, of both together: Dice's coefficient, 0 to 1. */
export function likeness(a: readonly string[], b: readonly string[]): number {
  const words = a.length + b.length;
  return words === 0 ? 0 : (2 * shared(a, b)) / words;
}

/**
 * Whether two titles are of the same text: most words of the shorter one stand in the longer one. The numbers are set
 * by hand.
 */
export function alike(a: string, b: string): boolean {
  if (a === b) return a !== '';
  const [shorter, longer] = [wordsOf(a), wordsOf(b)].sort((x, y) => x.length - y.length) as [
    string[],
    string[],
  ];
  if (shorter.length < 2) return shorter.length === 1 && longer[0] === shorter[0];
  return containment(shorter, longer) >= 0.75;
}
