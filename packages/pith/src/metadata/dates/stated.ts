import { dayIn } from '../addresses.js';
import { isoDay, writtenDate } from '../dates.js';
import { scriptTexts } from '../node-text.js';
import type { PageReading } from '../page-reading.js';
import type { DateLabel, DateMention, DatePlace } from './candidates.js';

export function statedDates(page: PageReading): DateMention[] {
  const items = itemDates(page);
  return [...linkedDates(page), ...metaDates(page, items.length > 0), ...items];
}

const PROPERTIES: readonly (readonly [property: string, place: DatePlace, label: DateLabel])[] = [
  ['datePublished', 'json-ld published', 'published'],
  ['uploadDate', 'json-ld published', 'published'],
  ['dateCreated', 'json-ld created', 'published'],
  ['dateModified', 'json-ld modified', 'modified'],
];

function linkedDates(page: PageReading): DateMention[] {
  const mentions: DateMention[] = [];
  for (const object of page.linked.mains) {
    for (const [property, place, label] of PROPERTIES) {
      for (const value of page.linked.resolve(object[property]).slice(0, 2)) {
        const text = typeof value === 'string' ? value : String(value['@value'] ?? '');
        const date = writtenDate(text.slice(0, 100), page.dates);
        if (date !== undefined) mentions.push({ ...date, label, place, source: 'json-ld' });
      }
    }
  }
  return mentions;
}

const MODIFIED_META = /modif|updat|lastmod|revis|edited|changed/;
const PUBLISHED_META = /publi|issued|pubdate|ptime|release|online_date|posted|created|creation|first/;
/** A date word, perhaps with a common prefix. Names with other words date a filing, a review or a crawl. */
const DATE_META =
  /^(?:(?:dc|dcterms|dcsext|itemprop|article|og|sailthru|parsely|citation|cxenseparse|rnews|vr|bt|news|page|content|display)[.:_-]?)?(?:date|time|timestamp|datetime)$/;
const OTHER_META = /expir|start|end_|ending|valid|event|birth|reading|duration|unavailable|video:|cache|next/;

/** Dates in meta tags. Those with `itemprop` are skipped if the microdata has dates, since it includes them. */
function metaDates(page: PageReading, hasItems: boolean): DateMention[] {
  const mentions: DateMention[] = [];
  for (const [name, values] of page.tags.entries()) {
    if ((hasItems && name.startsWith('itemprop:')) || OTHER_META.test(name)) continue;
    const source = name.startsWith('og:') || name.startsWith('article:') ? 'open-graph' : 'meta';
    const label = labelOfMeta(name);
    if (label === undefined) continue;
    const place = label === 'date' ? 'meta date' : (`${source} ${label}` as const);
    for (const value of values.slice(0, 2)) {
      const date = value.length > 100 ? undefined : writtenDate(value, page.dates);
      if (date !== undefined) mentions.push({ ...date, place, label, source });
    }
  }
  return mentions;
}

function labelOfMeta(name: string): DateLabel {
  if (MODIFIED_META.test(name)) return 'modified';
  if (PUBLISHED_META.test(name)) return 'published';
  return DATE_META.test(name) ? 'date' : undefined;
}

function itemDates(page: PageReading): DateMention[] {
  const mentions: DateMention[] = [];
  for (const label of ['published', 'modified'] as const) {
    for (const { value, source } of page.claims.of(label)) {
      if (source !== 'microdata' && source !== 'rdfa') continue;
      const date = writtenDate(value.slice(0, 100), page.dates);
      if (date !== undefined) mentions.push({ ...date, place: `microdata ${label}`, label, source });
    }
  }
  return mentions;
}

export function addressDates({ identity, claims }: PageReading): DateMention[] {
  const mentions: DateMention[] = [];
  const add = (day: string | undefined, place: DatePlace) => {
    if (day !== undefined) mentions.push({ value: day, day, place, label: undefined, source: 'url' });
  };
  add(
    identity.addresses.map(dayIn).find(day => day !== undefined),
    'address',
  );
  for (const { value } of claims.of('image').slice(0, 3)) add(dayIn(value), 'address of the image');
  return mentions;
}

const MOST_SCRIPT = 2_000_000;
const MOST_IN_SCRIPTS = 60;
const KEY_REACH = 48;

const SCRIPT_DATE =
  /\b((?:19|20)\d\d)[-/]([01]\d)[-/]([0-3]\d)(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)?/g;
const KEY = /([\w-]{2,40})\\?["']?\s?[:=,(]\s?\\?["']?$/;

export function scriptDates(page: PageReading): DateMention[] {
  const mentions: DateMention[] = [];
  for (const text of scriptTexts(page.blocks.tree, MOST_SCRIPT)) {
    for (const match of text.matchAll(SCRIPT_DATE)) {
      if (mentions.length >= MOST_IN_SCRIPTS) return mentions;
      const mention = scriptDate(page, match, text);
      if (mention !== undefined) mentions.push(mention);
    }
  }
  return mentions;
}

function scriptDate(page: PageReading, match: RegExpExecArray, text: string): DateMention | undefined {
  const [whole, year, month, day] = match;
  if (isoDay({ year: Number(year), month: Number(month), day: Number(day) }) === undefined) return undefined;
  const key = KEY.exec(text.slice(Math.max(0, match.index - KEY_REACH), match.index))?.[1]?.toLowerCase();
  const date = writtenDate(whole, page.dates);
  if (date === undefined || key === undefined) return undefined;
  const label = labelOfKey(key);
  const place = label === 'published' || label === 'modified' ? (`script ${label}` as const) : 'script';
  return { ...date, label, place, source: 'script' };
}

function labelOfKey(key: string): DateLabel {
  if (/modif|updat|lastmod|edited|changed/.test(key)) return 'modified';
  if (/publi|pubdate|posted|created|issued|release/.test(key)) return 'published';
  return /date|time/.test(key) ? 'date' : undefined;
}
