const WORDS = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[\p{L}\p{M}\p{N}]+/gu;

/** The words of a title in lower case; a character of a script without spaces is a word. */
export function wordsOf(title: string): string[] {
  return title.slice(0, 500).toLowerCase().match(WORDS) ?? [];
}

/** Share of the words of `part` that stand in `whole`, 0 to 1; repeated words count as often as they stand there. */
export function containment(part: readonly string[], whole: readonly string[]): number {
  if (part.length === 0) return 0;
  const left = new Map<string, number>();
  for (const word of whole) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of part) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    shared++;
  }
  return shared / part.length;
}

/** Whether two titles are of the same text: most words of the shorter one stand in the longer one. */
export function alike(a: string, b: string): boolean {
  const [shorter, longer] = [wordsOf(a), wordsOf(b)].sort((x, y) => x.length - y.length) as [string[], string[]];
  if (shorter.length < 2) return shorter.length === 1 && longer[0] === shorter[0];
  return containment(shorter, longer) >= 0.75;
}
