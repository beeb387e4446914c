import { classOf } from '../features/name-groups.js';
import { TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';

/** Longer texts are sentences that mention a price. Set by hand. */
const MAX_LENGTH = 80;

const SIGNS = '[$€£¥₹₽₩₺₪₴฿₫₱zł]';
const CODES =
  'USD|EUR|GBP|CHF|JPY|CNY|RMB|INR|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|RUB|UAH|BRL|MXN|ZAR|SGD|HKD|KRW|AED|SAR|THB|IDR|PHP|VND|kr|Kč|zł|Ft|руб|Rs|R\\$|US\\$|A\\$|C\\$|RM|lei|円|元|원';
const AMOUNT =
  "\\d{1,3}(?:[.,\\u00a0\\u202f’' ]\\d{3}){0,4}(?:[.,]\\d{1,2})?(?!\\d)|\\d{1,9}(?:[.,]\\d{1,2})?(?!\\d)";
const PRICE = new RegExp(
  `(?:(?:${SIGNS}|(?<!\\p{L})(?:${CODES}))\\.?\\s?(?:${AMOUNT}))|(?:(?<![\\d.,])(?:${AMOUNT})(?:,-|,–)?\\s?(?:${SIGNS}|(?:${CODES})(?!\\p{L})))`,
  'u',
);
const CURRENCY = new RegExp(`${SIGNS}|${CODES}`, 'u');

/** The first price in a short text, as written: `€ 19,90`. */
export function findPrice(text: string): string | undefined {
  if (text.length > MAX_LENGTH || !/\d/.test(text)) return undefined;
  return PRICE.exec(text)?.[0].trim();
}

export function currencyIn(price: string): string | undefined {
  const named = /(?:US|A|C|R)\$/.exec(price)?.[0];
  return named ?? CURRENCY.exec(price)?.[0];
}

const FORMER =
  /(?:^|[\s_-])(?:(?:old|was|former|regular|list|rrp|msrp|compare|original|uvp|before)(?:-?at)?[_-]{0,2}price|price[\s_-]{1,3}(?:old|was|former|regular|list|rrp|msrp|compare|original|uvp|before)|compare-?at|strike(?:through)?|line-through|crossed)(?=$|[\s_-])/;

export function isFormerPrice(tree: PageTree, text: number): boolean {
  for (let n = tree.parent[text]!, steps = 0; n > 0 && steps < 3; n = tree.parent[n]!, steps++) {
    const tag = tree.tag[n]!;
    if (tag === TAG.del || tag === TAG.s || tag === TAG.strike || FORMER.test(classOf(tree, n))) return true;
  }
  return false;
}
