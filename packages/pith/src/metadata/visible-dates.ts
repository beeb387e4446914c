import { ATTR } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import type { Claims } from './claims.js';
import type { DateReading } from './date-shapes.js';
import { MODIFIED_LABEL, MODIFIED_NAME, PUBLISHED_LABEL, PUBLISHED_NAME } from './date-words.js';
import { findDate, parseDate } from './dates.js';
import { nodeText } from './node-text.js';
import { isHiddenByName, namesOf } from './outskirts.js';
import type { Survey } from './survey.js';
import { lineText, mayBeLine, type Vicinity } from './vicinity.js';

const DATE_LINE_WORDS = 16;
/** Characters at the start of the running text that may contain place and date. Set by hand. */
const DATELINE = 45;

/** Fast check: a year, three numbers, digits of another script, or Thai text. */
const MAY_BE_DATED =
  /(?:19|20)\d\d|\d\s?[./-]\s?\d\d?\s?[./-]\s?\d\d|[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e01-\u0e59]/;

/** Length of a date before the title, in the heading itself. Set by hand. */
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
/** A text that begins so mentions a day in a sentence. */
const SPEAKS_OF =
  /^(?:on|in|at|by|since|until|from|am|im|vom|seit|bis|le|el|il|em|op|den|du|au|del|dal|w|dne|в|с)\s/iu;

/** "Harbour, 5 December 2023 – The wind …". */
function leadingDate(text: string, reading: DateReading): string | undefined {
  const [start, ...rest] = text.slice(0, DATELINE).split(DATELINE_END);
  if (rest.length === 0 || SPEAKS_OF.test(start!) || !MAY_BE_DATED.test(start!)) return undefined;
  return findDate(start!, reading);
}

/** Maximum words of a line that is only a date. Set by hand. */
const WORDS_BESIDE = 7;
const MAX_FAR_LINES = 20;

/** The date line nearest to the heading, at any distance, among lines with little more than a date. */
function claimFarDateLine(near: Vicinity, heading: number, reading: DateReading, claims: Claims): void {
  const { blocks } = near;
  let best: { text: string; distance: number } | undefined;
  for (let block = 0, seen = 0; block < blocks.count && seen < MAX_FAR_LINES; block++) {
    if (blocks.words[block]! > WORDS_BESIDE || !MAY_BE_DATED.test(blocks.texts[block]!)) continue;
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

/** Distant time elements count only if all show one day; otherwise they belong to related stories and comments. */
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

/** A time element counts if its line does. */
function isOut(near: Vicinity, node: number): boolean {
  if (!near.outskirts.has(node)) return false;
  const { blocks } = near;
  return !near.lines.some(
    block => blocks.first[block]! >= node - 3 && blocks.first[block]! < blocks.tree.end[node]!,
  );
}

function claimDateLine(text: string, reading: DateReading, claims: Claims): void {
  for (const part of text
    .split(/\n\s*\n| \| | • | · | [–—] (?=\p{L})|(?<=\d)\s*[|(/;,]\s*(?=\p{L})/u)
    .slice(0, 8)) {
    const date = findDate(part, reading);
    if (date !== undefined) claims.add(isOfChange(part) ? 'modified' : 'published', date, 'date-line');
  }
}

function isOfChange(text: string): boolean {
  return MODIFIED_LABEL.test(text) && !PUBLISHED_LABEL.test(text);
}

function fieldOfDate(tree: PageTree, node: number): 'published' | 'modified' {
  const own = nodeText(tree, node, 100);
  // `''.split('')` is empty.
  const before = (nodeText(tree, tree.parent[node]!, 200).split(own)[0] ?? '').slice(-40);
  const label = `${before} ${own}`;
  if (PUBLISHED_LABEL.test(label)) return 'published';
  if (MODIFIED_LABEL.test(label)) return 'modified';
  const names = `${namesOf(tree, node)} ${namesOf(tree, tree.parent[node]!)}`;
  return MODIFIED_NAME.test(names) && !PUBLISHED_NAME.test(names) ? 'modified' : 'published';
}
