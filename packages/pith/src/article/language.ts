import type { Fact } from '../metadata/facts/fact.js';
import type { Sourced } from '../metadata/metadata.js';

/** The language whose stop words a page holds most of, and the share of its words that they are. */
export interface LanguageOfWords {
  readonly language: string | undefined;
  readonly languageShare: number;
  /** Words of the page. */
  readonly words: number;
}

/**
 * From this share on the words are believed over what the page declares. Of 1,882 pages of the training corpora with so
 * many stop words that declare a language 16 declare another: templates in English around German texts. The words are
 * right on 15 of these, and take Catalan for Spanish on one.
 */
const FULL = 0.2;
/** Fewer words are a name and a button. Set by hand. */
const ENOUGH = 50;
/** Below this share the words say nothing: of 19 pages that declare a language they agree with 6, the others being right. */
const HARDLY_ANY = 0.05;

/** The language of a page: what it declares, what its words say, and how sure that is. */
export function languageFact(
  declared: Sourced<string> | undefined,
  { language, languageShare, words: count }: LanguageOfWords,
): Fact<string> | undefined {
  const words = language === undefined ? undefined : { value: language, source: 'text' as const };
  if (declared === undefined) return words && { ...words, confidence: sureness(languageShare) };
  if (words === undefined || languageShare < HARDLY_ANY) return { ...declared, confidence: 0.95 };
  if (declared.value.split('-')[0] === language) return { ...declared, confidence: 0.99 };
  return languageShare >= FULL && count >= ENOUGH
    ? { ...words, confidence: 0.94 }
    : { ...declared, confidence: 0.6 };
}

/** How often the words of pages that declare their language say the same: 1,866 of 1,882, 334 of 343, 6 of 19. */
function sureness(share: number): number {
  if (share >= FULL) return 0.99;
  return share >= HARDLY_ANY ? 0.97 : 0.3;
}
