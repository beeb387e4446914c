import { writtenDate } from '../../dates.js';
import type { PageReading } from '../page-reading.js';
import type { DateLabel, DateMention, DatePlace } from './mentions.js';

const PROPERTIES: readonly (readonly [property: string, place: DatePlace, label: DateLabel])[] = [
  ['datePublished', 'json-ld published', 'published'],
  ['uploadDate', 'json-ld published', 'published'],
  ['dateCreated', 'json-ld created', 'published'],
  ['dateModified', 'json-ld modified', 'modified'],
];

export function statedDates(page: PageReading): DateMention[] {
  const items = itemDates(page);
  return [...linkedDates(page), ...metaDates(page, items.length > 0), ...items];
}

function linkedDates(page: PageReading): DateMention[] {
  const mentions: DateMention[] = [];
  for (const object of page.linked.mains) {
    for (const [property, place, label] of PROPERTIES) {
      for (const value of page.linked.resolve(object[property]).slice(0, 2)) {
        const text = typeof value === 'string' ? value : String(value['@value'] ?? '');
        const date = writtenDate(text.slice(0, 100), page.dates);
        if (date !== undefined) mentions.push({ ...date, label, place });
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
/** Meta names of other moments, such as events and offers, and of durations. */
const OTHER_META = /expir|start|end_|ending|valid|event|birth|reading|duration|unavailable|video:|cache|next/;

/** Dates in meta tags, without those of `itemprop` if the microdata, which contains these too, has dates. */
function metaDates(page: PageReading, hasItems: boolean): DateMention[] {
  const mentions: DateMention[] = [];
  for (const [name, values] of page.tags.entries()) {
    const place = hasItems && name.startsWith('itemprop:') ? undefined : metaPlace(name);
    if (place === undefined) continue;
    for (const value of values.slice(0, 2)) {
      const date = value.length > 100 ? undefined : writtenDate(value, page.dates);
      if (date === undefined) continue;
      const label = place.endsWith('modified')
        ? 'modified'
        : place.endsWith('published')
          ? 'published'
          : 'date';
      mentions.push({ ...date, place, label });
    }
  }
  return mentions;
}

function metaPlace(name: string): DatePlace | undefined {
  if (OTHER_META.test(name)) return undefined;
  const isGraph = name.startsWith('og:') || name.startsWith('article:');
  if (MODIFIED_META.test(name)) return isGraph ? 'open-graph modified' : 'meta modified';
  if (PUBLISHED_META.test(name)) return isGraph ? 'open-graph published' : 'meta published';
  return DATE_META.test(name) ? 'meta date' : undefined;
}

function itemDates(page: PageReading): DateMention[] {
  const mentions: DateMention[] = [];
  for (const field of ['published', 'modified'] as const) {
    for (const { value, source } of page.claims.of(field)) {
      if (source !== 'microdata' && source !== 'rdfa') continue;
      const date = writtenDate(value.slice(0, 100), page.dates);
      if (date !== undefined) mentions.push({ ...date, place: `microdata ${field}`, label: field, source });
    }
  }
  return mentions;
}
