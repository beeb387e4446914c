import { isCollective, isWrittenAsName, namesIn } from '../../bylines.js';
import { wordsOf } from '../../likeness.js';
import { fold } from '../../month-names.js';

/** Text after a name that is not part of it: roles, credits, links, ages. */
const BEHIND =
  /\s(?:im (?:gespräch|interview)|in conversation|the associated press|associated press|for the |special to|with additional|additional reporting|staff writer|senior|contributing|head of|leiter(?:in)?|redakteur(?:in)?|chefredakteur(?:in)?|projektleiter(?:in)?|journalist(?:in)?|vor \d|vor$|ago$|follow|folgen|view profile|profile$|alle (?:artikel|beiträge)|all (?:articles|posts|stories)|more (?:by|from)|\d+ (?:kommentare?|comments?|posts|articles|artikel|beiträge)|\/\/|©|hace \d|hace$|il y a \d|(?:photograph(?:s|y|ed)?|photos?|pictures|illustrat(?:ed|ions?)|styled|edited|translated|video|fotos?|bilder) (?:by|von|par|di)\s|(?:and|und|et)$).*$/iu;
/** Text before a name that is not part of it: credits, articles, labels. */
const BEFORE =
  /^(?:and|und|et|via|mit|with|(?:photograph(?:s|y|ed)?|photos?|pictures|illustrat(?:ed|ions?)|styled|edited|translated|reviewed|video|fotos?|bilder) (?:by|von|par|di)|vom|der|die|ein|eine|interview|fotos?|bild(?:er)?|photos?|text|words|story|report|©|\(c\)|um|from|alles von|alle artikel von|all posts by|photo provided by|provided by|geprüft von|the author,?)\s+(?=\p{Lu})/u;

const MOST = 1_000;

/** Names in an author field or byline, without credits, emoji and other surrounding text. */
export function peopleIn(text: string): string[] {
  const names: string[] = [];
  for (const name of namesIn(
    ` ${text.slice(0, MOST)}`
      .replace(/[\u{1f300}-\u{1faff}]/gu, '')
      .replace(BEHIND, ' ')
      .trim(),
  )) {
    const bare = name.replace(BEFORE, '').replace(BEHIND, '').trim();
    if (bare.length > 1 && !/^\d/.test(bare)) names.push(bare);
  }
  return names;
}

/** Comparison key: without case, accents, punctuation and spaces. */
export function nameKey(name: string): string {
  return fold(wordsOf(name).join(''));
}

/** The fullest spelling: with the most words, then capitalised like a name, not all in capitals, with accents. */
export function fullestName(names: readonly string[]): string {
  const worth = (name: string) =>
    (name.split(' ').length - 1) * 100 +
    (isWrittenAsName(name) ? 50 : 0) +
    (name === name.toUpperCase() ? 0 : 20) +
    (name.match(/[^ -~]/g) ?? []).length;
  return names.reduce((best, name) => (worth(name) > worth(best) ? name : best));
}

/** True for initials and short codes: `dpa`, `LN`, `hs`. */
export function isInitials(name: string): boolean {
  return /^\p{L}{1,4}$/u.test(name) || /^\p{Lu}\.?\s?\p{Lu}\.?$/u.test(name);
}

/** True for one word of lower-case letters, digits, dots, underscores and hyphens. */
export function isUserName(name: string): boolean {
  return /^[\p{Ll}\d._-]+$/u.test(name);
}

export function isPerson(name: string): boolean {
  return !isCollective(name) && (isWrittenAsName(name) || !/\s/.test(name));
}
