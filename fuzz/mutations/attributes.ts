import type { Random } from '../random.js';
import { type Bytes, inserted, type Mutation, replaced, someTag } from './mutation.js';

const NAMES =
  `id class style href src srcset data-src data-srcset alt title lang dir hidden aria-hidden aria-label role rel name
  content property itemprop itemscope itemtype itemid datetime colspan rowspan start value type charset http-equiv width
  height sizes poster cite onclick onerror onload xlink:href xmlns formaction action srcdoc slot shadowrootmode is
  data-footnote-ref for headers scope open checked disabled content-type media loading`
    .trim()
    .split(/\s+/);

const VALUES = [
  '',
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>1</script>',
  'data:image/png;base64,iVBORw0KGgo=',
  '//example.org/a?b=c&amp;d',
  'http://[::1',
  'https://example.org:99999/',
  'https://user:pass@example.org/',
  '#fn1',
  '#',
  'display:none',
  'visibility:hidden;position:absolute',
  'comment comments reply',
  'article-body content main',
  'footer nav sidebar related ad promo',
  'author byline',
  'datePublished',
  'http://schema.org/Article',
  'article:published_time',
  'og:title',
  '2024-02-30T25:61:61+99:99',
  '99999999999999999999',
  '-1',
  '1e309',
  'NaN',
  '__proto__',
  'constructor',
  'a b c d e f g h i j k l m n',
  'x 1x, y 2x,, , z 100000w, data:a 3x',
  '\u0000',
  '"\'<>&',
  'utf-8',
  'utf-7',
  'application/ld+json',
  'rtl',
  'zh-Hant-x-private-aaaaaaaa-bbbbbbbb',
];

function attribute(random: Random): Bytes {
  const quote = random.pick(['"', "'", '', '"', '"']);
  return ` ${random.pick(NAMES)}=${quote}${random.pick(VALUES)}${quote}`;
}

function place(page: Bytes, random: Random): number | undefined {
  const tag = someTag(page, random);
  if (tag === undefined) return undefined;
  let at = tag.start + 1;
  while (at < tag.end && /[a-z0-9!/-]/i.test(page[at]!)) at++;
  return at;
}

const put = (page: Bytes, random: Random, piece: Bytes) => {
  const at = place(page, random);
  return at === undefined ? page : inserted(page, at, piece);
};

/** Adds, multiplies, enlarges, misquotes and changes attributes. */
export const ATTRIBUTE_MUTATIONS: Readonly<Record<string, Mutation>> = {
  'attribute added': (page, random) => put(page, random, attribute(random)),
  'attributes multiplied': (page, random) => {
    const same = attribute(random);
    const count = 2 + random.below(random.chance(0.01) ? 3000 : 40);
    const pieces = Array.from({ length: count }, (_, i) => (random.chance(0.5) ? same : ` a${i}=${i}`));
    return put(page, random, pieces.join(''));
  },
  'attribute made huge': (page, random) => {
    const length = random.chance(0.02) ? 200_000 : 4000;
    const value = random.pick(['a', 'a ', '(', '&', 'é', ',', '1 ', '{"']).repeat(random.below(length));
    return put(page, random, ` ${random.pick(NAMES)}="${value}"`);
  },
  'value changed': (page, random) => {
    const equals = page.indexOf('="', random.below(page.length + 1));
    const end = equals < 0 ? -1 : page.indexOf('"', equals + 2);
    return end < 0 ? page : replaced(page, { start: equals + 2, end }, random.pick(VALUES));
  },
  'quote dropped': (page, random) => {
    const at = page.indexOf(random.pick(['"', "'"]), random.below(page.length + 1));
    return at < 0 ? page : replaced(page, { start: at, end: at + 1 }, '');
  },
  'number changed': (page, random) => {
    const digits = /\d{1,20}/g;
    digits.lastIndex = random.below(page.length + 1);
    const match = digits.exec(page);
    if (match === null) return page;
    const range = { start: match.index, end: match.index + match[0].length };
    return replaced(page, range, random.pick(NUMBERS));
  },
};

const NUMBERS = ['0', '-1', '65536', '2147483648', '9'.repeat(30), '1e9', '0x10', '00000', '', '1.5', '٣'];
