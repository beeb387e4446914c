import { ATTR, TAG } from '../../../tree/names.js';
import { isoDay, writtenDate } from '../../dates.js';
import { dateFromUrl } from '../../url-date.js';
import type { PageReading } from '../page-reading.js';
import type { DateLabel, DateMention } from './mentions.js';

export function buriedDates(page: PageReading): DateMention[] {
  return [...addressDates(page), ...scriptDates(page)];
}

function addressDates(page: PageReading): DateMention[] {
  const mentions: DateMention[] = [];
  const day = page.identity.addresses.map(address => dateFromUrl(address)).find(found => found !== undefined);
  if (day !== undefined) mentions.push({ value: day, day, place: 'address', label: undefined });
  for (const { value } of page.claims.of('image').slice(0, 3)) {
    const found = dateFromUrl(value);
    if (found !== undefined)
      mentions.push({ value: found, day: found, place: 'address of the image', label: undefined });
  }
  return mentions;
}

/** Maximum characters of script searched; pages that embed an archive have more. Set by hand. */
const MOST_SCRIPT = 2_000_000;
const MOST_IN_SCRIPTS = 60;
/** Number of characters before a date that are searched for its property name. Set by hand. */
const KEY_REACH = 48;

const SCRIPT_DATE =
  /\b((?:19|20)\d\d)[-/]([01]\d)[-/]([0-3]\d)(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)?/g;
const KEY = /([\w-]{2,40})\\?["']?\s?[:=,(]\s?\\?["']?$/;

function scriptDates(page: PageReading): DateMention[] {
  const { tree } = page.blocks;
  const mentions: DateMention[] = [];
  let left = MOST_SCRIPT;
  for (let node = 1; node < tree.count && left > 0; node++) {
    if (tree.tag[node] !== TAG.script || /ld\+json/i.test(tree.attribute(node, ATTR.type) ?? '')) continue;
    const text = tree.textContent(node).slice(0, left);
    left -= text.length;
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
  return {
    ...date,
    label,
    place: label === 'published' || label === 'modified' ? `script ${label}` : 'script',
  };
}

function labelOfKey(key: string): DateLabel {
  if (/modif|updat|lastmod|edited|changed/.test(key)) return 'modified';
  if (/publi|pubdate|posted|created|issued|release/.test(key)) return 'published';
  return /date|time/.test(key) ? 'date' : undefined;
}
