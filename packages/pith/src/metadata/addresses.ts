import { isoDay } from './dates.js';
import { wordsOf } from './likeness.js';
import { fold, monthOf } from './month-names.js';

/** Longer values are data, not URLs; browsers and servers refuse them too. */
const MAX_ADDRESS = 2_048;

/** Resolves a URL against `base`. Undefined if it is not http(s), malformed or too long. */
export function webAddress(value: string, base: string | undefined): string | undefined {
  const text = value.trim();
  if (text === '' || text.length > MAX_ADDRESS) return undefined;
  const absolute = parseAddress(text, base);
  if (absolute !== undefined) return /^https?:$/.test(absolute.protocol) ? absolute.href : undefined;
  // Without a base, a relative URL is returned unchanged.
  return base === undefined && !/^[a-z][a-z\d+.-]*:/i.test(text) && !/\s/.test(text) ? text : undefined;
}

export function hostOf(address: string | undefined): string {
  const host = address === undefined ? undefined : parseAddress(address)?.hostname;
  return host?.replace(/^www\d?\./, '') ?? '';
}

/** Equal for the variants of one URL: without scheme, `www.`, `m.`, `amp.`, query, fragment and trailing slash. */
export function pageKey(address: string, base: string | undefined): string {
  if (address.length > MAX_ADDRESS) return '';
  const url = parseAddress(address, base);
  if (url === undefined) return '';
  const path = url.pathname.replace(/\/(?:index\.\w{2,5})?$/, '');
  return `${url.hostname.replace(/^(?:www|m|amp)\./, '')}${path}`.toLowerCase();
}

export function parseAddress(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}

/** Words of the path segment with the most words, which is usually the title of the article. */
export function slugWords(address = ''): string[] {
  const path = address.slice(0, MAX_ADDRESS).replace(/[?#].*$/, '');
  let longest: string[] = [];
  for (const segment of path.split('/').slice(3)) {
    const text = decoded(segment).replace(/\.\w{2,5}$/, '');
    const words = wordsOf(text.replace(/[-_+.]/g, ' '));
    if (words.length >= longest.length) longest = words;
  }
  return longest;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Only the first shape accepts single digits and month names; in the others, version numbers would look like dates. */
const DAYS: readonly RegExp[] = [
  /\/((?:19|20)\d\d)\/([01]?\d|[a-z]{3,9})\/([0-3]?\d)(?=$|[/_.-])/i,
  /(?:^|[/_-])((?:19|20)\d\d)[_-]([01]\d)[_-]([0-3]\d)(?=$|[/_.-])/,
  /\/((?:19|20)\d\d)([01]\d)([0-3]\d)(?=$|[/_.-])/,
];

/** Day in the path of a URL: /2023/12/05/, /2023/dec/05, /2023-12-05-title, /20231205-title. */
export function dayIn(address: string): string | undefined {
  const text = address.slice(0, MAX_ADDRESS);
  const path = parseAddress(text)?.pathname ?? text;
  for (const shape of DAYS) {
    const match = shape.exec(path);
    if (match === null) continue;
    const [, year, month, day] = match as unknown as [string, string, string, string];
    const number = /^\d/.test(month) ? Number(month) : monthOf(fold(month), '', 'en');
    const found = isoDay({ year: Number(year), month: number, day: Number(day) });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Year and month, or the year alone, in a URL: /2023/12/, /2023-12/, /2023/. */
export function monthIn(address: string): string | undefined {
  const path = address.slice(0, MAX_ADDRESS);
  const month = /[/_-]((?:19|20)\d\d)[/_-]?(0[1-9]|1[0-2])(?=$|[/_-])/.exec(path);
  if (month !== null) return `${month[1]}-${month[2]}`;
  return /[/_-]((?:199|20[0-4])\d)(?=$|[/_.-])/.exec(path)?.[1];
}
