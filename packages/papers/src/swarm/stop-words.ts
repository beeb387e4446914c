import { createRequire } from 'node:module';
import { once } from 'webpith/stages';

/**
 * The paper gives only the number of its languages, 14. This list has the languages of its benchmark, related
 * languages, and major languages in other scripts.
 */
export const LANGUAGES = [
  ...['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'no'],
  ...['fi', 'pl', 'cs', 'hu', 'ro', 'hr', 'tr', 'id'],
  ...['ru', 'uk', 'bg', 'el', 'ar', 'fa', 'he', 'hi', 'zh', 'ja', 'ko', 'vi'],
] as const;

export type StopWordLanguage = (typeof LANGUAGES)[number];

interface StopWordCount {
  readonly count: number;
  readonly language: StopWordLanguage | undefined;
}

const stopWords = once((): ReadonlyMap<string, number> => {
  const lists = createRequire(import.meta.url)('stopwords-iso') as Record<string, readonly string[]>;
  const bits = new Map<string, number>();
  LANGUAGES.forEach((language, i) => {
    // Some lists contain numbers, punctuation and phrases.
    for (const word of lists[language]!.filter(entry => /^[\p{L}\p{M}]+$/u.test(entry))) {
      bits.set(word, (bits.get(word) ?? 0) | (1 << i));
    }
  });
  return bits;
});

/**
 * Returns the highest count over all languages (§3.3). The paper maximises the ratio to other words, which selects the
 * same language. Words must be in lower case.
 */
export function countStopWords(words: readonly string[]): StopWordCount {
  const known = stopWords();
  const counts = new Uint32Array(LANGUAGES.length);
  for (const word of words) {
    for (let bits = known.get(word) ?? 0; bits !== 0; bits &= bits - 1)
      counts[31 - Math.clz32(bits & -bits)]!++;
  }
  let best = 0;
  for (let i = 1; i < counts.length; i++) if (counts[i]! > counts[best]!) best = i;
  return { count: counts[best]!, language: counts[best]! > 0 ? LANGUAGES[best] : undefined };
}
