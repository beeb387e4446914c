import { createRequire } from 'node:module';
import { once } from 'webpith/stages';

/**
 * The languages whose lists are asked; the paper names its number, 14, and no more. Those of its benchmark, their
 * neighbours, and the larger ones in other scripts.
 */
export const LANGUAGES = [
  ...[
    'en',
    'de',
    'fr',
    'es',
    'it',
    'pt',
    'nl',
    'sv',
    'da',
    'no',
    'fi',
    'pl',
    'cs',
    'hu',
    'ro',
    'hr',
    'tr',
    'id',
  ],
  ...['ru', 'uk', 'bg', 'el', 'ar', 'fa', 'he', 'hi', 'zh', 'ja', 'ko', 'vi'],
] as const;

/** Code of a language with a list of stop words. */
export type StopWordLanguage = (typeof LANGUAGES)[number];

/** How many words of a text are stop words of the language in which most are. */
export interface StopWordCount {
  readonly count: number;
  /** Undefined where no word is one in any language. */
  readonly language: StopWordLanguage | undefined;
}

/** Word → languages whose list holds it, one bit each. */
const stopWords = once((): ReadonlyMap<string, number> => {
  const lists = createRequire(import.meta.url)('stopwords-iso') as Record<string, readonly string[]>;
  const bits = new Map<string, number>();
  LANGUAGES.forEach((language, i) => {
    // Numbers, signs and phrases stand in some lists; none of them is a word of a text.
    for (const word of lists[language]!.filter(entry => /^[\p{L}\p{M}]+$/u.test(entry))) {
      bits.set(word, (bits.get(word) ?? 0) | (1 << i));
    }
  });
  return bits;
});

/**
 * Counts stop words in every language and gives the highest count (§3.3): the ratio to other words grows with it, so
 * the language of the highest ratio is that of the highest count. Words come in lower case.
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
