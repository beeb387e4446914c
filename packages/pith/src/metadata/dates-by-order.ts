import { ATTR } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import { byTrust, type Claims } from './claims.js';
import { MODIFIED_LABEL, MODIFIED_NAME, PUBLISHED_LABEL, PUBLISHED_NAME } from './date-words.js';
import { type DateReading, findDate, parseDate } from './dates.js';
import type { MetadataSource, Sourced } from './metadata.js';
import { nodeText } from './node-text.js';
import { isHiddenByName, namesOf } from './outskirts.js';
import type { Survey } from './survey.js';
import { lineText, mayBeLine, type Vicinity } from './vicinity.js';

/** Most trusted first. */
const STATED: readonly MetadataSource[] = [
  'json-ld',
  'open-graph',
  'microdata',
  'rdfa',
  'meta',
  'dublin-core',
];
const SHOWN: readonly MetadataSource[] = ['time', 'date-line'];

const DAY = 86_400_000;
/**
 * If the day in the URL is older by more than this, the stated date is that of a move to another system. Set by hand.
 */
const MOVED = 31 * DAY;

/** A page that states more days is a discussion, whose visible days are those of replies. Set by hand. */
const MAX_STATED_DAYS = 3;

type Dated = Sourced<string>;

/**
 * The publication date: the stated one, unless a visible date (a time element or date line near the heading that is not
 * labelled as modified, or the day in the URL) corrects it:
 * - a visible day next to the stated one is the local day, because stated dates are often in UTC;
 * - a visible day that is also stated, as the day of modification or by another source, is that of a new edition;
 * - a day in the URL that is more than a month older is the original day of a page that was moved.
 * Where visible and stated dates differed on the development pages, the gold agreed with these rules 17 times, with the
 * stated date 3 times.
 */
export function publicationDate(claims: Claims, reading: DateReading): Dated | undefined {
  const stated = datesOf(claims, 'published', STATED, reading);
  const shown = datesOf(claims, 'published', SHOWN, reading);
  const address = datesOf(claims, 'published', ['url'], reading)[0];
  const first = stated[0];
  if (first === undefined) return unstatedDate(shown, address);
  if (new Set(stated.map(date => date.value.slice(0, 10))).size > MAX_STATED_DAYS) return first;
  const seen = address === undefined ? shown : [...shown, address];
  if (seen.some(date => sameDay(date, first))) return first;
  const near = seen.find(date => distance(date, first) <= DAY);
  if (near !== undefined) return near;
  const changes = datesOf(claims, 'modified', STATED, reading);
  const renewed = shown.find(date => [...changes, ...stated].some(other => sameDay(date, other)));
  if (renewed !== undefined) return renewed;
  const moved = address !== undefined && Date.parse(first.value) - Date.parse(address.value) > MOVED;
  return moved ? address : first;
}

export function modificationDate(claims: Claims, reading: DateReading): Dated | undefined {
  return datesOf(claims, 'modified', [...STATED, ...SHOWN], reading)[0];
}

/** The day in the URL is reliable, but may be off by one; a visible day beside it is exact. */
function unstatedDate(shown: readonly Dated[], address: Dated | undefined): Dated | undefined {
  if (address === undefined) return shown[0];
  return shown.find(date => distance(date, address) <= DAY) ?? address;
}

function datesOf(
  claims: Claims,
  field: 'published' | 'modified',
  sources: readonly MetadataSource[],
  reading: DateReading,
): Dated[] {
  const dates: Dated[] = [];
  for (const claim of byTrust(claims.of(field), sources)) {
    if (!sources.includes(claim.source)) continue;
    const value = parseDate(claim.value, reading);
    if (value !== undefined) dates.push({ value, source: claim.source });
  }
  return dates;
}

function sameDay(a: Dated, b: Dated): boolean {
  return a.value.slice(0, 10) === b.value.slice(0, 10);
}

function distance(a: Dated, b: Dated): number {
  return Math.abs(Date.parse(a.value.slice(0, 10)) - Date.parse(b.value.slice(0, 10)));
}

const DATE_LINE_WORDS = 16;
/** Maximum characters of place and date at the start of the running text. Set by hand. */
const DATELINE = 45;

/** Tested before reading dates, which is slower: a year, three numbers, digits of another script, or Thai text. */
export const MAY_BE_DATED =
  /(?:19|20)\d\d|\d\s?[./-]\s?\d\d?\s?[./-]\s?\d\d|[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e01-\u0e59]/;

/** Maximum characters of a date at the start of the heading. Set by hand. */
const LEADING_DATE = 20;

export function claimVisibleDates(
  survey: Survey,
  near: Vicinity,
  heading: number | undefined,
  reading: DateReading,
  claims: Claims,
): void {
  claimNearTimes(survey, near, reading, claims);
  claimNearLines(near, heading, reading, claims);
  if (claims.of('published').length > 0) return;
  claimFarTimes(survey, near, reading, claims);
  if (claims.of('published').length === 0) claimFarDateLine(near, heading ?? 0, reading, claims);
}

function claimNearTimes(survey: Survey, near: Vicinity, reading: DateReading, claims: Claims): void {
  const { tree } = survey;
  for (const node of survey.times) {
    if (node < near.first || node >= near.end || isOut(near, node) || isHiddenByName(tree, node)) continue;
    const date =
      parseDate(tree.attribute(node, ATTR.datetime) ?? '', reading) ??
      findDate(nodeText(tree, node), reading);
    if (date !== undefined) claims.add(fieldOfDate(tree, node), date, 'time');
  }
}

function claimNearLines(
  near: Vicinity,
  heading: number | undefined,
  reading: DateReading,
  claims: Claims,
): void {
  const start = heading === undefined ? '' : near.blocks.texts[heading]!.slice(0, LEADING_DATE);
  if (/^\d/.test(start)) claims.add('published', findDate(start, reading) ?? '', 'date-line');
  for (const block of near.openings) {
    const date = leadingDate(near.blocks.texts[block]!, reading);
    if (date !== undefined) claims.add('published', date, 'date-line');
  }
  for (const block of near.lines) {
    if (near.blocks.words[block]! > DATE_LINE_WORDS || near.blocks.level[block]! > 0) continue;
    if (MAY_BE_DATED.test(near.blocks.texts[block]!))
      claimDateLine(lineText(near.blocks, block), reading, claims);
  }
}

const DATELINE_END = /\s?[–—|(]|(?<=\d{4})[.:)]\s|\s-\s|\n/u;
/** A text with this beginning mentions a day in a sentence. */
const SENTENCE_START =
  /^(?:on|in|at|by|since|until|from|am|im|vom|seit|bis|le|el|il|em|op|den|du|au|del|dal|w|dne|в|с)\s/iu;

/** "Harbour, 5 December 2023 – The wind …". */
function leadingDate(text: string, reading: DateReading): string | undefined {
  const [start, ...rest] = text.slice(0, DATELINE).split(DATELINE_END);
  if (rest.length === 0 || SENTENCE_START.test(start!) || !MAY_BE_DATED.test(start!)) return undefined;
  return findDate(start!, reading);
}

/** Maximum words of a line with little more than a date. Set by hand. */
const FAR_LINE_WORDS = 7;
const MAX_FAR_LINES = 20;

/** The line nearest to the heading, among lines with little more than a date. */
function claimFarDateLine(near: Vicinity, heading: number, reading: DateReading, claims: Claims): void {
  const { blocks } = near;
  let best: { text: string; distance: number } | undefined;
  for (let block = 0, seen = 0; block < blocks.count && seen < MAX_FAR_LINES; block++) {
    if (blocks.words[block]! > FAR_LINE_WORDS || !MAY_BE_DATED.test(blocks.texts[block]!)) continue;
    const distance = Math.abs(block - heading);
    if ((best !== undefined && distance >= best.distance) || !mayBeLine(blocks, block)) continue;
    if (near.outskirts.has(blocks.first[block]!)) continue;
    const text = lineText(blocks, block);
    if (findDate(text, reading) === undefined) continue;
    seen++;
    best = { text, distance };
  }
  if (best !== undefined) claimDateLine(best.text, reading, claims);
}

/**
 * Time elements outside the outskirts count only if all have the same day; otherwise they date related stories and
 * comments.
 */
function claimFarTimes(survey: Survey, near: Vicinity, reading: DateReading, claims: Claims): void {
  const { tree } = survey;
  const days = new Map<string, number>();
  for (const node of survey.times.slice(0, 50)) {
    const date = near.outskirts.has(node)
      ? undefined
      : parseDate(tree.attribute(node, ATTR.datetime) ?? '', reading);
    if (date !== undefined) days.set(date.slice(0, 10), node);
  }
  if (days.size !== 1) return;
  const [[day, node]] = [...days] as [[string, number]];
  claims.add(fieldOfDate(tree, node), day, 'time');
}

/** True if the time element is in the outskirts and not part of a line of the vicinity. */
function isOut(near: Vicinity, node: number): boolean {
  if (!near.outskirts.has(node)) return false;
  const { blocks } = near;
  return !near.lines.some(
    block => blocks.first[block]! >= node - 3 && blocks.first[block]! < blocks.tree.end[node]!,
  );
}

/** The parts of a line, which may have different labels: "Published … | Updated …". */
export function partsOfDateLine(text: string): string[] {
  return text.split(/\n\s*\n| \| | • | · | [–—] (?=\p{L})|(?<=\d)\s*[|(/;,]\s*(?=\p{L})/u).slice(0, 8);
}

function claimDateLine(text: string, reading: DateReading, claims: Claims): void {
  for (const part of partsOfDateLine(text)) {
    const date = findDate(part, reading);
    const isModified = MODIFIED_LABEL.test(part) && !PUBLISHED_LABEL.test(part);
    if (date !== undefined) claims.add(isModified ? 'modified' : 'published', date, 'date-line');
  }
}

function fieldOfDate(tree: PageTree, node: number): 'published' | 'modified' {
  const own = nodeText(tree, node, 100);
  const before = (nodeText(tree, tree.parent[node]!, 200).split(own)[0] ?? '').slice(-40);
  const label = `${before} ${own}`;
  if (PUBLISHED_LABEL.test(label)) return 'published';
  if (MODIFIED_LABEL.test(label)) return 'modified';
  const names = `${namesOf(tree, node)} ${namesOf(tree, tree.parent[node]!)}`;
  return MODIFIED_NAME.test(names) && !PUBLISHED_NAME.test(names) ? 'modified' : 'published';
}
