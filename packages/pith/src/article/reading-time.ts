/**
 * Words per minute, or characters for Chinese and Japanese, read aloud by 25 to 36 adults per language from texts of
 * equal difficulty (IReST: Trauzettel-Klosinski & Dietz 2012, doi 10.1167/iovs.11-8284; Greek: Gleni et al. 2019).
 * Silent reading is somewhat faster.
 */
const A_MINUTE: Readonly<Record<string, number>> = {
  ar: 138,
  de: 179,
  el: 208,
  en: 228,
  es: 218,
  fi: 161,
  fr: 195,
  he: 187,
  it: 188,
  ja: 357,
  nl: 202,
  pl: 166,
  pt: 181,
  ru: 184,
  sl: 180,
  sv: 199,
  tr: 166,
  zh: 255,
};
/** Mean words per minute in the same study, for languages that it did not measure. */
const WORDS = 184;
/** Mean characters per minute, for scripts without spaces. */
const CHARACTERS = 863;
const WITHOUT_SPACES: ReadonlySet<string> = new Set(['th', 'lo', 'km', 'my']);

/** Reading time in whole minutes; in scripts without spaces `words` counts characters. */
export function readingTime(words: number, language = ''): number {
  const spoken = language.split('-')[0]!.toLowerCase();
  return Math.ceil(words / (A_MINUTE[spoken] ?? (WITHOUT_SPACES.has(spoken) ? CHARACTERS : WORDS)));
}
