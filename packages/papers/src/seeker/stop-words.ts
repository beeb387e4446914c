import { createRequire } from 'node:module';
import { guessedLanguage } from '@webpith/lab/internals';
import { ATTR, type PageTree, TAG } from 'webpith/internals';

const require = createRequire(import.meta.url);

let lists: Readonly<Record<string, readonly string[]>> | undefined;
const sets = new Map<string, ReadonlySet<string>>();

/** Languages to look in where only the script of a text is known. */
const OF_SCRIPT: Readonly<Record<string, string>> = {
  'und-Latn': 'en',
  'und-Cyrl': 'ru',
  'und-Arab': 'ar',
  'und-Deva': 'hi',
};

/** The stop words of a language (ISO 639-1); the English ones where there is no list. */
export function stopWordsOf(language: string): ReadonlySet<string> {
  lists ??= require('stopwords-iso/stopwords-iso.json') as Record<string, string[]>;
  const known = Object.hasOwn(lists, language) ? language : 'en';
  let set = sets.get(known);
  if (set === undefined) {
    set = new Set(lists[known]);
    sets.set(known, set);
  }
  return set;
}

/** The language a page declares on its html element, otherwise one that its script points to. */
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
