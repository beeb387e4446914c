import type { Leaf } from '@webpith/lab';
import { ATTR, type PageTree, TAG } from 'webpith/stages';

export function leafText(tree: PageTree, { node, kind }: Leaf): string {
  if (kind === 'text') return squeeze(tree.text(node));
  for (const name of [ATTR.alt, ATTR['aria-label'], ATTR.title]) {
    const value = tree.attribute(node, name);
    if (value !== undefined && value.trim() !== '') return squeeze(value);
  }
  return '';
}

/** Collapses white space; the pattern skips single spaces, the common case. */
export const squeeze = (text: string) => text.replace(/\s{2,}|[^\S ]/g, ' ').trim();

/** Nearest link around a node, itself included, within eight levels; -1 if there is none. */
export function linkAround(tree: PageTree, node: number): number {
  for (let n = node, up = 0; n > 0 && up < 8; n = tree.parent[n]!, up++) if (tree.tag[n] === TAG.a) return n;
  return -1;
}

const MONTHS =
  'jan(?:uary|uar|vier|\\.)?|feb(?:ruary|ruar|\\.)?|févr?(?:ier|\\.)?|fevereiro|mar(?:ch|s|zo|ço|\\.)?|märz|apr(?:il|ile|\\.)?|avr(?:il|\\.)?|abril|may|mai|maio|mayo|maggio|jun[ei]?|juin|junio|junho|giugno|jul[yi]?|juillet|julio|julho|luglio|aug(?:ust|\\.)?|août|agosto|sep(?:t|tember|tembre|tiembre|\\.)?|setembro|settembre|oct(?:ober|obre|ubre|\\.)?|okt(?:ober|\\.)?|outubro|ottobre|nov(?:ember|embre|iembre|embro|\\.)?|dec(?:ember|\\.)?|déc(?:embre|\\.)?|dez(?:ember|embro|\\.)?|dic(?:iembre|embre|\\.)?|enero|febrero|janeiro|gennaio|febbraio|styczni[ae]|luty|lutego|marc[ah]|kwiet(?:nia|nień)|maja?|czerwc[ae]|lipc?[ae]?|sierpnia|wrze(?:śnia)|październik(?:a)?|listopada?|grudnia';

/** Date patterns of §2.3, one feature each. All repetitions are bounded. */
const DATE_PATTERNS: Readonly<Record<string, RegExp>> = {
  monthDay: new RegExp(`(?:^|[^\\p{L}])(?:${MONTHS})\\s{1,3}\\d{1,2}(?!\\d)`, 'iu'),
  dayMonth: new RegExp(
    `(?:^|\\D)\\d{1,2}(?:st|nd|rd|th|er|º|\\.)?\\s{1,3}(?:de\\s)?(?:${MONTHS})(?![\\p{L}])`,
    'iu',
  ),
  numeric: /(?:^|\D)\d{1,4}\s?[-./]\s?\d{1,2}\s?[-./]\s?\d{2,4}(?!\d)/,
  cjk: /\d{4}\s?年\s?\d{1,2}\s?月/,
  time: /(?:^|\D)\d{1,2}[:.h]\d{2}(?!\d)/,
  clock: /\d\s?(?:a\.?m\.?|p\.?m\.?|uhr|gmt|utc|est|edt|cet|bst|ist)(?![\p{L}])/iu,
  weekday:
    /(?:^|[^\p{L}])(?:mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela)(?![\p{L}])/iu,
  year: /(?:^|\D)(?:19|20)\d{2}(?!\d)/,
  ago: /\d{1,3}\s(?:min|minute|hour|hr|day|week|month|year)s?\sago|vor\s\d{1,3}\s\p{L}{3,10}|il y a\s\d|hace\s\d/iu,
};

const SHAPES = Object.entries(DATE_PATTERNS);
/** The same patterns for ASCII text, without the slower Unicode property escapes. */
const ASCII_SHAPES = SHAPES.map(([name, { source, flags }]): [string, RegExp] => [
  name,
  new RegExp(
    source.replaceAll('[^\\p{L}]', '[^a-z]').replaceAll('[\\p{L}]', '[a-z]').replaceAll('\\p{L}', '[a-z]'),
    flags.replace('u', ''),
  ),
]);
const withoutDigit = (shapes: typeof ASCII_SHAPES) => shapes.filter(([name]) => name === 'weekday');
const TABLE = [SHAPES, withoutDigit(SHAPES), ASCII_SHAPES, withoutDigit(ASCII_SHAPES)] as const;

export function dateShapes(text: string): string[] {
  const shapes: string[] = [];
  const table = TABLE[(/[^\0-\x7f]/.test(text) ? 0 : 2) + (/\d/.test(text) ? 0 : 1)]!;
  for (const [name, shape] of table) if (shape.test(text)) shapes.push(name);
  return shapes;
}

export function showsDate(text: string): boolean {
  if (!/\d/.test(text)) return false;
  const { monthDay, dayMonth, numeric, cjk, ago } = DATE_PATTERNS;
  return [monthDay!, dayMonth!, numeric!, cjk!, ago!].some(pattern => pattern.test(text));
}
