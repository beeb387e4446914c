import { BYLINE_ALONE, BYLINE_LABEL, BYLINE_PREFIX, COLLECTIVE_WORD, NAME_SEPARATOR, NAME_SUFFIX, NEVER_A_NAME, ROLE_WORD } from './byline-words.js';
import { tidy } from './claims.js';

/** Longer texts are not bylines; the longest author field of 1,059 real pages has 83 characters. */
const MAX_BYLINE = 300;
const MAX_NAME = 80;
const MAX_WORDS = 7;
const MAX_AUTHORS = 30;

/** Names in a byline or author field, in order and without repetition; empty when it names nobody. */
export function namesIn(text: string): string[] {
  if (text.length > MAX_BYLINE * 4 || /^\s*(?:https?:|www\.|\/)/i.test(text)) return [];
  const names: string[] = [];
  for (const part of byline(text).split(NAME_SEPARATOR)) addName(names, part);
  return names.slice(0, MAX_AUTHORS);
}

/** Whether a text begins as a byline does: "By …", "Von …", "作者：…". */
export function beginsAsByline(text: string): boolean {
  return BYLINE_PREFIX.test(text);
}

/** Whether a text begins with a label and a colon, which only bylines do: "Author: …", "Text: …". */
export function isLabelled(text: string): boolean {
  return BYLINE_LABEL.test(text);
}

/** Whether a text is nothing but what opens a byline: the name stands in the next block. */
export function isBylineLabel(text: string): boolean {
  return text.length < 30 && BYLINE_ALONE.test(text);
}

/** Whether a name is that of an office, an agency or a publisher rather than of a person. */
export function isCollective(name: string): boolean {
  return COLLECTIVE_WORD.test(name) || /\.(?:com|de|net|org|at|ch|fr|co|io)\b/i.test(name);
}

/** The part of a byline that holds the names: without what stands before ("By"), and behind (date, place, paper). */
function byline(text: string): string {
  let line = tidy(text.slice(0, MAX_BYLINE));
  line = AFTER_DATE.exec(line)?.[1] ?? line;
  for (let i = 0; i < 2; i++) line = line.replace(BYLINE_PREFIX, '');
  line = cut(line, END);
  for (let i = 0; i < 3; i++) line = line.replace(DANGLING, '');
  return line.replace(/\([^()]{0,200}\)?|\[[^[\]]{0,200}\]?/g, ' ').trim();
}

/** "Posted on September 21, 2020 by …". */
const AFTER_DATE = /\d.{0,40}?\s(?:by|von|par|por|door|av|af|di|da|от|автор):?\s(.+)$/iu;

/** Where the names end: an address, a number, a sign between columns, or the paper written for. */
const END =
  /https?:|www\.|\S{1,60}@|\s@|[•·►»«|]|\s[-–—]\s|(?:^|\s)\d|\s(?:for|in|from|für|aus|pour|para|per|published|updated|posted|last updated|am|vom|on|at|schreibt|schrieb)\s/iu;

/** Words that led on to what was cut. */
const DANGLING =
  /(?:^|[\s,])(?:on|am|vom|le|el|il|em|op|den|dne|at|um|the|updated|published|posted|geschrieben|in|,|:|-|–|—|mon|tue|wed|thu|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)[\s,.]{0,3}$/iu;

function cut(line: string, end: RegExp): string {
  const match = end.exec(line);
  return match === null || match.index === 0 ? line : line.slice(0, match.index);
}

function addName(names: string[], part: string): void {
  const name = withoutRoles(part.replace(/^[\s.,:;"'“”„*–—-]+|[\s,:;"'“”„*–—|-]+$/gu, ''));
  if (name === '' || !isNameLike(name)) return;
  const key = name.toLowerCase();
  if (names.some(known => known.toLowerCase() === key)) return;
  names.push(name);
}

/** Without the words at the end that say what the person does; empty when nothing else is there. */
function withoutRoles(name: string): string {
  if (NAME_SUFFIX.test(name)) return '';
  const words = name.split(' ');
  while (words.length > 2 && ROLE_WORD.test(words.at(-1)!)) words.pop();
  return words.every(word => ROLE_WORD.test(word)) && words.length > 1 ? '' : words.join(' ');
}

/** Links that blogs set behind a name. */
const ALL_POSTS = /^(?:view|see|show|read|more|zeige|alle|mehr|voir|tous|ver|todos|vedi|tutti|bekijk|visa|by|posts)\s.{0,40}(?:posts|articles|beiträge|artikel|articles|entradas|artículos|articoli|inlägg|berichten|stories)/iu;

function isNameLike(name: string): boolean {
  if (name.length < 2 || name.length > MAX_NAME || NEVER_A_NAME.test(name)) return false;
  if (!/\p{L}/u.test(name) || /[<>{}=@#%$→]|https?:|\?$|^\d+\s/.test(name) || ALL_POSTS.test(name)) return false;
  return name.split(' ').length <= MAX_WORDS;
}

/** Small words inside names: von der Leyen, de la Cruz, bin Salman. */
const PARTICLE = /^(?:von|vom|van|der|den|de|del|della|di|da|dos|das|do|du|la|le|el|al|bin|ibn|ben|y|e|zu|zur|af|av|ter|ten|’t|'t|d’|d'|of|und)$/iu;

/** Whether a text is written as a person's name: a few words, each capitalised, in scripts that have capitals. */
export function isWrittenAsName(name: string): boolean {
  const words = name.split(' ');
  if (words.length > 5) return false;
  if (!/\p{Lu}|\p{Ll}/u.test(name)) return name.length <= 12;
  if (words.length < 2) return false;
  return words.every(word => /^[\p{Lu}"“„(]/u.test(word) || PARTICLE.test(word) || /^\p{L}’?'?\p{Lu}/u.test(word));
}
