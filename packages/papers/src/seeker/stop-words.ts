import { createRequire } from 'node:module';
import { guessedLanguage } from '@webpith/lab/internals';
import { ATTR, memoised, once, type PageTree, TAG } from 'webpith/stages';

const require = createRequire(import.meta.url);

const lists = once(
  () => require('stopwords-iso/stopwords-iso.json') as Readonly<Record<string, readonly string[]>>,
);
const setOf = memoised((language: string): ReadonlySet<string> => new Set(lists()[language]));

/** Languages assumed where only the script is known. */
const OF_SCRIPT: Readonly<Record<string, string>> = {
  'und-Latn': 'en',
  'und-Cyrl': 'ru',
  'und-Arab': 'ar',
  'und-Deva': 'hi',
};

/** The stop words of a language (ISO 639-1), or the English ones if there is no list. */
export function stopWordsOf(language: string): ReadonlySet<string> {
  return setOf(Object.hasOwn(lists(), language) ? language : 'en');
}

/** The declared language of a page, otherwise a guess by its script. */
export function languageOfPage(tree: PageTree, sample: string): string {
  for (let node = 1; node < Math.min(tree.count, 50); node++) {
    if (tree.tag[node] !== TAG.html) continue;
    const declared = tree.attribute(node, ATTR.lang) ?? tree.attribute(node, ATTR['xml:lang']);
    const primary = /^\s*([a-z]{2})(?![a-z])/i.exec(declared ?? '')?.[1];
    if (primary) return primary.toLowerCase();
  }
  const guessed = guessedLanguage(sample) ?? 'en';
  return OF_SCRIPT[guessed] ?? guessed;
}
