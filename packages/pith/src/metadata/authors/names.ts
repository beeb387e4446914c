import {
  BYLINE_OPENINGS,
  COLLECTIVE_WORDS,
  NAME_SEPARATOR,
  NAME_SUFFIXES,
  NEVER_NAMES,
  ROLE_WORDS,
} from '../byline-words.js';
import { tidy } from '../claims.js';
import { findDate } from '../dates.js';
import { wordsOf } from '../likeness.js';
import { fold, monthOf } from '../month-names.js';

/** The longest author field of 1,059 real pages has 83 characters. The limits below were set by hand. */
const MAX_BYLINE = 300;
const MAX_NAME = 80;
const MAX_WORDS = 7;
const MAX_AUTHORS = 30;

export function namesIn(text: string): string[] {
  if (text.length > MAX_BYLINE * 4 || /^\s*(?:https?:|www\.|\/)/i.test(text)) return [];
  const names: string[] = [];
  for (const part of byline(text).split(NAME_SEPARATOR)) addName(names, part);
  return names.slice(0, MAX_AUTHORS);
}

export function beginsAsByline(text: string): boolean {
  const end = openingEnd(text);
  return end > 0 && end < text.length;
}

const MAX_DATE_WORDS = 6;

/** True for lines such as "Tuesday, 3 June 2008 - by …". */
export function followsDate(text: string): boolean {
  const names = AFTER_DATE.exec(text)?.[1];
  if (names === undefined) return false;
  const before = text.slice(0, text.length - names.length).trim();
  return before.split(' ').length <= MAX_DATE_WORDS + 1 && findDate(before) !== undefined;
}

/** True if the text begins with a byline opening and a colon: "Author: …", "Text: …". */
export function isLabelled(text: string): boolean {
  const end = openingEnd(text);
  return end > 0 && /[:：]\s?$/.test(text.slice(0, end));
}

/** True if the text is only a byline opening; the name is then in the next block. */
export function isBylineLabel(text: string): boolean {
  return text !== '' && text.length < 30 && openingEnd(text) === text.length;
}

const MAX_OPENING = 36;
const OPENING_WORDS = 4;

/** Length of the longest opening ("written by", not "written") with the separator after it, or 0. */
function openingEnd(text: string): number {
  const start = text.slice(0, MAX_OPENING).toLowerCase();
  let from = 0;
  while (from < 4 && ' —–•|*-'.includes(start[from] ?? 'x')) from++;
  let end = 0;
  for (let i = from, words = 0; i <= start.length && words < OPENING_WORDS; i++) {
    const isEnd = i === start.length && i === text.length;
    if (!isEnd && !' :：/／|'.includes(start[i] ?? 'x')) continue;
    words++;
    if (BYLINE_OPENINGS.has(start.slice(from, i))) end = signEnd(start, i);
  }
  return end;
}

function signEnd(text: string, from: number): number {
  let i = from;
  if (text[i] === ' ') i++;
  if (i < text.length && ':：/／|'.includes(text[i]!)) i++;
  if (text[i] === ' ') i++;
  return i;
}

export function isCollective(name: string): boolean {
  const lower = name.toLowerCase();
  if (/^(?:the|die|das)\s|\.(?:com|de|net|org|at|ch|fr|co|io)\b|\be\.\s?v\b/.test(lower)) return true;
  return lower.split(/[\s/.,-]+/).some(word => COLLECTIVE_WORDS.has(word));
}

/** The part of a byline with the names: without the opening, and without a date, place or paper after them. */
function byline(text: string): string {
  let line = tidy(text.slice(0, MAX_BYLINE));
  line = AFTER_DATE.exec(line)?.[1] ?? line;
  for (let i = 0; i < 2; i++) line = line.slice(openingEnd(line));
  line = cutAtEnd(line);
  for (let i = 0; i < 3; i++) line = line.replace(DANGLING, '');
  return line.replace(/\([^()]{0,200}\)?|\[[^[\]]{0,200}\]?/g, ' ').trim();
}

/** Matches "Posted on September 21, 2020 by …", with the names as its group. */
const AFTER_DATE = /\d.{0,40}?\s(?:by|von|par|por|door|av|af|di|da|от|автор):?\s(.+)$/iu;

/** Marks the end of the names: a URL, a number, a column separator, or the paper written for. */
const END =
  /https?:|www\.|\S{1,60}@|\s@|[•·►»«|]|\s[-–—]\s|(?:^|\s)\d|\s(?:for|in|from|für|aus|pour|para|per|published|updated|posted|last updated|am|vom|on|at|schreibt|schrieb)\s|\s(?:last\s)?(?:updated?|edited|modified|revised|published|posted|aktualisiert)\b/iu;

const DANGLING =
  /(?:^|[\s,])(?:on|am|vom|le|el|il|em|op|den|dne|at|um|the|updated|published|posted|geschrieben|in|,|:|-|–|—|mon|tue|wed|thu|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)[\s,.]{0,3}$/iu;

/** The line up to where the names end, without the month of a date that was cut off. */
function cutAtEnd(line: string): string {
  const match = END.exec(line);
  if (match === null || match.index === 0) return line;
  const names = line.slice(0, match.index);
  if (!/\d$/.test(match[0])) return names;
  const last = names.slice(names.lastIndexOf(' ') + 1).replace(/\.$/, '');
  return monthOf(last, '', '') > 0
    ? names.slice(0, names.length - last.length).replace(/[\s,.]+$/, '')
    : names;
}

function addName(names: string[], part: string): void {
  const name = withoutRoles(part.replace(/^[\s.,:;"'“”„*–—-]+|[\s,:;"'“”„*–—|-]+$/gu, ''));
  if (name === '' || !isNameLike(name) || (names.length > 0 && isRole(name))) return;
  const key = name.toLowerCase();
  if (names.some(known => known.toLowerCase() === key)) return;
  names.push(name);
}

function withoutRoles(name: string): string {
  if (NAME_SUFFIXES.has(name.toLowerCase().replace(/\.$/, ''))) return '';
  const words = name.split(' ');
  while (words.length > 2 && isRole(words.at(-1)!)) words.pop();
  return words.every(isRole) && words.length > 1 ? '' : words.join(' ');
}

const ALL_POSTS =
  /^(?:view|see|show|read|more|zeige|alle|mehr|voir|tous|ver|todos|vedi|tutti|bekijk|visa|by|posts)\s.{0,40}(?:posts|articles|beiträge|artikel|articles|entradas|artículos|articoli|inlägg|berichten|stories)/iu;

const OF_EDIT_DATE =
  /^(?:last|zuletzt)$|^(?:last |zuletzt |dernière |ultima |última |laatst |senast |sist )?(?:edit(?:ed)?|updated?|modified|revised|changed|aktualisiert|bearbeitet|geändert|überarbeitet|mise? à jour|modification|modifiée?|actualizad[oa]|editad[oa]|modificad[oa]|atualizad[oa]|aggiornat[oa]|modificat[oa]|bijgewerkt|gewijzigd|uppdaterad|oppdatert|opdateret|zaktualizowano|edytowano|обновлено|изменено|отредактировано)(?:$|[\s,.])/iu;

function isRole(word: string): boolean {
  return ROLE_WORDS.has(word.toLowerCase());
}

function isNameLike(name: string): boolean {
  if (name.length < 2 || name.length > MAX_NAME || NEVER_NAMES.has(name.toLowerCase())) return false;
  if (!/\p{L}/u.test(name) || /[<>{}=@#%$→:]|\?$|\.\.\.$|^\d+\s/.test(name) || ALL_POSTS.test(name))
    return false;
  if (OF_EDIT_DATE.test(name)) return false;
  return name.split(' ').length <= MAX_WORDS && !/^\w+(?:\.\w+){2,}$/.test(name);
}

const PARTICLE =
  /^(?:von|vom|van|der|den|de|del|della|di|da|dos|das|do|du|la|le|el|al|bin|ibn|ben|y|e|zu|zur|af|av|ter|ten|’t|'t|d’|d'|of|und)$/iu;

/** True for two to five words, each capitalised or a particle; without capitals in the script, for 12 characters. */
export function isWrittenAsName(name: string): boolean {
  const words = name.split(' ');
  if (words.length > 5) return false;
  if (!/\p{Lu}|\p{Ll}/u.test(name)) return name.length <= 12;
  if (words.length < 2) return false;
  return words.every(
    word => /^[\p{Lu}"“„(]/u.test(word) || PARTICLE.test(word) || /^\p{L}’?'?\p{Lu}/u.test(word),
  );
}

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

export function isInitials(name: string): boolean {
  return /^\p{L}{1,4}$/u.test(name) || /^\p{Lu}\.?\s?\p{Lu}\.?$/u.test(name);
}

export function isUserName(name: string): boolean {
  return /^[\p{Ll}\d._-]+$/u.test(name);
}

export function isPerson(name: string): boolean {
  return !isCollective(name) && (isWrittenAsName(name) || !/\s/.test(name));
}
