import { ATTR, TAG } from '../../tree/names.js';
import { DATE_LABEL, MODIFIED_LABEL, MODIFIED_NAME, PUBLISHED_LABEL, PUBLISHED_NAME } from '../date-words.js';
import { datesIn, writtenDate } from '../dates.js';
import { nodeText } from '../node-text.js';
import { namesOf } from '../outskirts.js';
import type { PageReading } from '../page-reading.js';
import { blockAt, isInComments, lineText, mayBeLine } from '../vicinity.js';
import type { DateLabel, DateMention, DatePlace } from './candidates.js';

const MOST_TIMES = 150;

export function timeDates(page: PageReading): DateMention[] {
  const { tree } = page.blocks;
  const mentions: DateMention[] = [];
  for (const node of page.survey.times.slice(0, MOST_TIMES)) {
    const stated = tree.attribute(node, ATTR.datetime) ?? tree.attribute(node, ATTR.content) ?? '';
    const date = writtenDate(stated, page.dates) ?? datesIn(nodeText(tree, node, 100), page.dates)[0];
    if (date === undefined) continue;
    mentions.push({ ...date, ...seenAt(page, node), place: timePlace(page, node), source: 'time' });
  }
  return mentions;
}

function timePlace({ near, outskirts }: PageReading, node: number): DatePlace {
  const { blocks } = near;
  const isNear = node >= near.first && node < near.end;
  const end = blocks.tree.end[node]!;
  const inLine = () =>
    near.lines.some(block => blocks.first[block]! >= node - 3 && blocks.first[block]! < end);
  if (outskirts.has(node)) return isNear && inLine() ? 'time near the title' : 'time in the outskirts';
  return isNear ? 'time near the title' : 'time';
}

const DATE_NAME =
  /(?:^|[\s_-])(?:dates?|datum|time|timestamp|published|pubdate|posted|created|fecha|data)(?=$|[\s_-])/;
const MOST_ATTRIBUTES = 40;

/** Dates in date attributes, and in the title of an abbreviation or of an element named after dates. */
export function attributeDates(page: PageReading): DateMention[] {
  const { tree } = page.blocks;
  const dated: readonly number[] = [
    ATTR['data-date'],
    ATTR['data-timestamp'],
    ATTR['data-time'],
    ATTR['data-utime'],
    ATTR.datetime,
  ];
  const mentions: DateMention[] = [];
  const { attributeFirst, attributeName } = tree;
  for (let node = 1; node < tree.count && mentions.length < MOST_ATTRIBUTES; node++) {
    const last = attributeFirst[node + 1]!;
    for (let i = attributeFirst[node]!; i < last; i++) {
      const name = attributeName[i]!;
      const isDated = dated.includes(name) && tree.tag[node] !== TAG.time;
      if (!isDated && !(name === ATTR.title && mayTitleDate(page, node))) continue;
      const value = tree.attributeValue(i);
      const date = value.length > 60 ? undefined : writtenDate(value, page.dates);
      if (date !== undefined)
        mentions.push({ ...date, ...seenAt(page, node), place: 'attribute', source: 'date-line' });
      break;
    }
  }
  return mentions;
}

function mayTitleDate({ blocks: { tree } }: PageReading, node: number): boolean {
  return tree.tag[node] === TAG.abbr || DATE_NAME.test(namesOf(tree, node));
}

/** Tested before reading dates, which is slower: a year, three numbers, digits of another script, or Thai text. */
const MAY_BE_DATED =
  /(?:19|20)\d\d|\d\s?[./-]\s?\d\d?\s?[./-]\s?\d\d|[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e01-\u0e59]/;

const LINE_WORDS = 30;
const MOST_LINES = 150;
const MOST_PROSE = 12;
const MOST_IN_LINE = 4;
const OPENING = 60;

export function lineDates(page: PageReading): DateMention[] {
  const { blocks } = page;
  const mentions: DateMention[] = [];
  const [lines, openings] = [new Set(page.near.lines), new Set(page.near.openings)];
  let prose = 0;
  for (let block = 0, seen = 0; block < blocks.count && seen < MOST_LINES; block++) {
    const raw = blocks.texts[block]!;
    const isLine = blocks.words[block]! <= LINE_WORDS;
    const start = isLine ? raw : raw.slice(0, openings.has(block) ? OPENING : 300);
    if (!MAY_BE_DATED.test(start) || !mayBeLine(blocks, block)) continue;
    if (!isLine && !openings.has(block) && ++prose > MOST_PROSE) continue;
    seen++;
    const place = linePlace(page, block, isLine, lines, openings);
    const text = isLine ? lineText(blocks, block) : start;
    mentions.push(...datesOfLine(page, block, text, place));
  }
  return mentions;
}

function linePlace(
  page: PageReading,
  block: number,
  isLine: boolean,
  lines: ReadonlySet<number>,
  openings: ReadonlySet<number>,
): DatePlace {
  if (block === page.heading?.block) return 'title';
  if (!isLine) return openings.has(block) ? 'opening of the text' : 'running text';
  if (lines.has(block))
    return block < (page.heading?.block ?? 0) ? 'line above the title' : 'line near the title';
  return page.outskirts.has(page.blocks.first[block]!) ? 'line in the outskirts' : 'line';
}

function datesOfLine(page: PageReading, block: number, text: string, place: DatePlace): DateMention[] {
  const seen = seenAt(page, page.blocks.first[block]!);
  const mentions: DateMention[] = [];
  for (const part of partsOfDateLine(text)) {
    for (const date of datesIn(part, page.dates).slice(0, MOST_IN_LINE - mentions.length))
      mentions.push({ ...date, ...seen, place, label: labelOf(part, seen.label), source: 'date-line' });
  }
  return mentions;
}

/** The parts of a line, which may have different labels: "Published … | Updated …". */
function partsOfDateLine(text: string): string[] {
  return text.split(/\n\s*\n| \| | • | · | [–—] (?=\p{L})|(?<=\d)\s*[|(/;,]\s*(?=\p{L})/u).slice(0, 8);
}

function labelOf(words: string, otherwise: DateLabel): DateLabel {
  if (PUBLISHED_LABEL.test(words)) return 'published';
  if (MODIFIED_LABEL.test(words)) return 'modified';
  return DATE_LABEL.test(words) ? 'date' : otherwise;
}

type Seen = Pick<DateMention, 'node' | 'label' | 'distance' | 'words' | 'inComments'>;

function seenAt(page: PageReading, node: number): Seen {
  const { blocks } = page;
  const block = Math.max(0, blockAt(blocks, node));
  return {
    node,
    label: labelAround(page, node),
    distance: block - (page.heading?.block ?? 0),
    words: blocks.words[block] ?? 0,
    inComments: isInComments(page, node),
  };
}

/** The label in the words before a date, else in the names of the elements around it. */
function labelAround({ blocks: { tree } }: PageReading, node: number): DateLabel {
  const parent = tree.parent[node]!;
  const own = nodeText(tree, node, 100);
  // The label may be in a sibling element.
  for (const outer of [parent, Math.max(0, tree.parent[parent]!)]) {
    const around = nodeText(tree, outer, 200);
    const before = (own === '' ? around : (around.split(own)[0] ?? '')).slice(-40);
    const label = labelOf(`${before} ${own}`, undefined);
    if (label !== undefined) return label;
  }
  const names = `${namesOf(tree, node)} ${namesOf(tree, parent)} ${namesOf(tree, Math.max(0, tree.parent[parent]!))}`;
  if (PUBLISHED_NAME.test(names)) return 'published';
  if (MODIFIED_NAME.test(names)) return 'modified';
  return DATE_NAME.test(names) ? 'date' : undefined;
}
