import { classOf, isNamed, nameMask } from '../features/name-groups.js';
import type { Page } from '../features/page.js';
import { KEYWORD_GROUPS } from '../features/word-lists.js';
import { hostOf } from '../metadata/addresses.js';
import { type DateReading, findDate, parseDate } from '../metadata/dates.js';
import { dayFirst } from '../metadata/language.js';
import { monthOf } from '../metadata/month-names.js';
import { nodeText } from '../metadata/node-text.js';
import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import { firstBlockFrom, type NodeRange } from './group.js';

export interface DateMark {
  readonly node: number;
  /** Rank as the date of a post, by the kind of the evidence: microdata 4, `time` 3, class names 2, bare text 1. */
  readonly strength: number;
  /** The block whose text contains the date, or -1 if `node` does. */
  readonly block: number;
}

// The constants in this file were tuned by hand on the corpus `forums` (docs/results/discussions.md). Strengths are in
// tenths.

const STRUCTURED = 40;
const TIME = 30;
const NAMED = 20;
const TEXT = 10;
/** Bonus for a time of day, which posts show but member profiles do not. */
const WITH_CLOCK = 5;
const CLOCK = /\d{1,2}[:.h]\d{2}/;

const DATE_NAMES = nameMask('date');
const OTHER_DATE =
  /\b(?:join(?:ed)?|regist(?:ered|riert)|member since|seit|inscrit|last edited|edited|birthday|active|last seen|lid sinds)\b/iu;
const KEYWORD_OF_DATES = 1 << KEYWORD_GROUPS.indexOf('date');
const MAX_WORDS = 16;
const MAX_NODES = 12;
const UNREAD = -1;

/** The dates on a page. Results are cached, since comments, posts and entries read the same blocks and elements. */
export class Dates {
  /** Date format by the language of the text and the host, without the page's metadata. */
  readonly reading: DateReading;
  readonly #page: Page;
  readonly #ofBlocks = new Map<number, string | undefined>();
  readonly #ofElements = new Map<number, string | undefined>();
  readonly #elementStrengths: Int8Array;
  readonly #lineStrengths: Int8Array;

  constructor(page: Page) {
    const { language } = page.texts;
    this.reading = { language, dayFirst: dayFirst(language, hostOf(page.hints.url)) };
    this.#page = page;
    this.#elementStrengths = new Int8Array(page.tree.count).fill(UNREAD);
    this.#lineStrengths = new Int8Array(page.blocks.count).fill(UNREAD);
  }

  marks(ranges: readonly NodeRange[]): DateMark[] {
    const marks: DateMark[] = [];
    for (const range of ranges) {
      const own = [...this.#elementMarks(range), ...this.#lineMarks(range)];
      marks.push(...own.sort((a, b) => a.node - b.node || b.strength - a.strength));
    }
    return marks;
  }

  /** The date in ISO 8601, else the relative date as written. */
  dateOf({ node, block }: DateMark): string | undefined {
    if (block < 0) return this.#ofElement(node);
    const { tree, texts } = this.#page.blocks;
    return this.#ofBlock(block) ?? dateAround(tree, node, this.reading) ?? relativeDate(texts[block]!);
  }

  #ofBlock(block: number): string | undefined {
    const known = this.#ofBlocks;
    if (!known.has(block)) known.set(block, shownDate(this.#page.blocks.texts[block]!, this.reading));
    return known.get(block);
  }

  #ofElement(node: number): string | undefined {
    const known = this.#ofElements;
    if (!known.has(node)) known.set(node, elementDate(this.#page.tree, node, this.reading));
    return known.get(node);
  }

  #elementMarks({ start, end }: NodeRange): DateMark[] {
    const { tree } = this.#page;
    const strengths = this.#elementStrengths;
    const marks: DateMark[] = [];
    for (let node = start; node < end; node++) {
      const isBare = tree.attributeFirst[node] === tree.attributeFirst[node + 1];
      if (isBare && tree.tag[node] !== TAG.time) continue;
      if (strengths[node] === UNREAD) strengths[node] = this.#elementStrength(node);
      if (strengths[node] === 0) continue;
      marks.push({ node, strength: strengths[node]! / 10, block: -1 });
      node = tree.end[node]! - 1;
    }
    return marks;
  }

  #elementStrength(node: number): number {
    const { tree } = this.#page;
    const strength = strengthOf(this.#page, node);
    if (strength === 0 || this.#ofElement(node) === undefined || isOtherDate(tree, node)) return 0;
    return strength + (strength === NAMED && CLOCK.test(nodeText(tree, node, 60)) ? WITH_CLOCK : 0);
  }

  #lineMarks({ start, end }: NodeRange): DateMark[] {
    const { first, count } = this.#page.blocks;
    const strengths = this.#lineStrengths;
    const marks: DateMark[] = [];
    for (let b = firstBlockFrom(this.#page.blocks, start); b < count && first[b]! < end; b++) {
      if (strengths[b] === UNREAD) strengths[b] = this.#lineStrength(b);
      if (strengths[b] !== 0) marks.push({ node: first[b]!, strength: strengths[b]! / 10, block: b });
    }
    return marks;
  }

  /**
   * Rank of a block as the date of a post; 0 if it has no date or one with another meaning (joined, edited). Digits and
   * keywords are tested before any date is parsed, since most blocks have none.
   */
  #lineStrength(b: number): number {
    const { blocks, texts } = this.#page;
    if (blocks.words[b]! > MAX_WORDS * 2) return 0;
    const text = blocks.texts[b]!;
    // A longer line may be the head of a post; a time of day distinguishes it from a sentence.
    if (blocks.words[b]! > MAX_WORDS && !CLOCK.test(text)) return 0;
    const isDate = texts.digits[b]! >= 3 && this.#ofBlock(b) !== undefined;
    const mayBeAge =
      (texts.keywords[b]! & KEYWORD_OF_DATES) !== 0 ||
      text.charCodeAt(text.length - 1) > 0x3000 ||
      (texts.digits[b]! > 0 && (CLOCK.test(text) || blocks.words[b]! <= 4));
    if (!isDate && !(mayBeAge && relativeDate(text) !== undefined)) return 0;
    if (OTHER_DATE.test(text) || isLabelled(blocks.texts[b - 1])) return 0;
    return TEXT + (CLOCK.test(text) ? WITH_CLOCK : 0);
  }
}

/** True if the block before, such as "Joined" in a cell of its own, labels another date. */
function isLabelled(before: string | undefined): boolean {
  return before !== undefined && before.length < 25 && OTHER_DATE.test(before) && !/\d{4}/.test(before);
}

const STAMPS = [ATTR['data-time'], ATTR['data-timestamp'], ATTR['data-utime']];

function strengthOf({ tree, names }: Page, node: number): number {
  if (tree.attributeFirst[node] === tree.attributeFirst[node + 1])
    return tree.tag[node] === TAG.time ? TIME : 0;
  const property = tree.attribute(node, ATTR.itemprop);
  if (property !== undefined && /^date(?:published|created)$/i.test(property)) return STRUCTURED;
  if (tree.tag[node] === TAG.time) return TIME;
  if (tree.end[node]! - node > MAX_NODES) return 0;
  for (const name of STAMPS) if (tree.attributeIndex(node, name) >= 0) return TIME;
  return isNamed(names, node, DATE_NAMES) && tree.end[node]! > node + 1 ? NAMED : 0;
}

/** True if the class of the element or the text around it labels the date as that of a member or an edit. */
function isOtherDate(tree: PageTree, node: number): boolean {
  if (/join|regist|edit|updated|modif|seen|last/.test(classOf(tree, node))) return true;
  const parent = tree.parent[node]!;
  if (tree.end[parent]! - parent > MAX_NODES * 2) return false;
  const around = nodeText(tree, parent, 60);
  return around.length < 60 && OTHER_DATE.test(around);
}

/** Reads attributes of inner elements too: a `time` in a `span` with the class `date`. */
function elementDate(tree: PageTree, element: number, reading: DateReading): string | undefined {
  const end = Math.min(tree.end[element]!, element + MAX_NODES);
  for (let node = element; node < end; node++) {
    const date = attributeDate(tree, node, reading);
    if (date !== undefined) return date;
  }
  const text = nodeText(tree, element, 120);
  return shownDate(text, reading) ?? relativeDate(text);
}

function dateAround(tree: PageTree, text: number, reading: DateReading): string | undefined {
  let node = tree.parent[text]!;
  for (let step = 0; step < 3 && node > 0; node = tree.parent[node]!, step++) {
    const date = tree.end[node]! - node > MAX_NODES ? undefined : attributeDate(tree, node, reading);
    if (date !== undefined) return date;
  }
  return undefined;
}

function attributeDate(tree: PageTree, node: number, reading: DateReading): string | undefined {
  if (tree.attributeFirst[node] === tree.attributeFirst[node + 1]) return undefined;
  for (const name of DATE_ATTRIBUTES) {
    const value = tree.attribute(node, name);
    const date = value === undefined || value === '' ? undefined : parseDate(value, reading);
    if (date !== undefined && !isNoTime(date)) return date;
  }
  return undefined;
}

function isNoTime(date: string): boolean {
  return date.startsWith('1970-01-01');
}

const DATE_ATTRIBUTES = [
  ATTR.datetime,
  ATTR.content,
  ATTR['data-time'],
  ATTR['data-timestamp'],
  ATTR['data-utime'],
  ATTR['data-date'],
  ATTR.title,
];

const RELATIVE =
  /(?<![\p{L}\d])(?:(?:\d{1,3}|an?|one)\s?\+?\s?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|mos?|months?|y|yrs?|years?)\.?,?\s(?:and\s\d{1,2}\s\p{L}{1,9}\s)?ago|just now|yesterday(?: at \d{1,2}:\d{2}(?: [ap]m)?)?|gestern|vor\s(?:\d{1,3}|einer?|einem)\s(?:sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?)|il y a\s(?:\d{1,3}|une?)\s\p{L}{1,8}|hace\s(?:\d{1,3}|una?)\s\p{L}{1,8}|há\s\d{1,3}\s\p{L}{1,8}|\d{1,3}\s\p{L}{1,8}\s(?:fa|geleden|siden|sedan|temu|назад|önce)|\d{1,3}\s?(?:秒|分钟|分鐘|小时|小時|天|个月|年|分|時間|日|か月)前|\d{1,3}(?:초|분|시간|일|개월|년) 전)(?![\p{L}\d])/iu;

/** Every text that RELATIVE matches contains one of these words. Tested first, since it is faster. */
const AGE_WORD =
  /ago|now|yesterday|gestern|vor|il y a|hace|há|fa|geleden|siden|sedan|temu|назад|önce|前|전/iu;

/** "Today at 10:30", "Saturday 3:15 PM": relative to the day on which the page was generated. */
const NAMED_DAY =
  /(?<![\p{L}\d])(?:today|yesterday|heute|gestern|hoy|ayer|hier|aujourd[’']hui|oggi|ieri|vandaag|gisteren|сегодня|вчера|(?:mon|tues?|wednes|thurs?|fri|satur|sun)day|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)(?:,|\sat|\sum|\sà|\sa las|\salle|\sв)?\s{1,2}\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\.?)?/iu;
const YEARLESS =
  /(?<![\p{L}\d])(?:(\d{1,2})\.?\s(\p{L}{3,12})|(\p{L}{3,12})\.?\s(\d{1,2}))(?:,|\sat|\sum|\sà)?(?:\s\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\.?)?)?(?![\p{L}\d])/iu;

/** A relative date as written: "2 hours ago", "Today at 10:30", "Apr 24". */
export function relativeDate(text: string): string | undefined {
  const line = text.slice(0, 200);
  const age = AGE_WORD.test(line) ? RELATIVE.exec(line)?.[0] : undefined;
  const named = age ?? (CLOCK.test(line) ? NAMED_DAY.exec(line)?.[0] : undefined);
  if (named !== undefined) return named;
  const day = /\d/.test(line) ? YEARLESS.exec(line) : null;
  const month = day?.[2] ?? day?.[3];
  if (month === undefined || monthOf(month, '', '') === 0) return undefined;
  return Number(day![1] ?? day![4]) <= 31 ? day![0] : undefined;
}

/** "Jan 7 10:12:00 UTC 2013", as mail programs write it. */
const YEAR_LAST =
  /(\p{L}{3,9}) (\d{1,2}),? (\d{1,2}:\d{2}(?::\d{2})?) ?([A-Z]{2,5}|[+-]\d{4})? (\d{4})(?!\d)/u;

function shownDate(text: string, reading: DateReading): string | undefined {
  const line = text.slice(0, 300);
  return findDate(line.includes(':') ? line.replace(YEAR_LAST, '$1 $2, $5 $3 $4') : line, reading);
}
