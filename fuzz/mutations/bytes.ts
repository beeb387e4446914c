import { type Bytes, inserted, type Mutation, replaced } from './mutation.js';

const CHARSETS =
  `utf-8 utf-7 utf-16 utf-16be utf-32 iso-8859-1 windows-1252 windows-1251 koi8-r gb18030 gbk big5 shift_jis euc-jp
  euc-kr iso-2022-jp iso-2022-kr hz-gb-2312 x-user-defined replacement ibm866 macintosh nonsense`
    .trim()
    .split(/\s+/);

const SEQUENCES = [
  '\xff\xfe',
  '\xfe\xff',
  '\xef\xbb\xbf',
  '\xc0\xbc',
  '\xe0\x80\xbc',
  '\xed\xa0\x80',
  '\xf4\x90\x80\x80',
  '\xf8\x88\x80\x80\x80',
  '\x1b$B',
  '\x1b(J',
  '\x1b(B',
  '\x0e',
  '\x0f',
  '~{',
  '+ADw-',
  '\x81\x30\x81\x30',
  '\x80',
  '\xfe',
  '\x00\x00',
  '\xe2\x82',
];

/** Flips, inserts and removes bytes; declares and changes encodings. */
export const BYTE_MUTATIONS: Readonly<Record<string, Mutation>> = {
  'bits flipped': (page, random) => {
    let flipped = page;
    for (let n = 1 + random.below(6); n > 0 && flipped.length > 0; n--) {
      const at = random.below(flipped.length);
      const byte = flipped.charCodeAt(at) ^ (1 << random.below(8));
      flipped = replaced(flipped, { start: at, end: at + 1 }, String.fromCharCode(byte));
    }
    return flipped;
  },
  'bytes put in': (page, random) => {
    const bytes = Array.from({ length: 1 + random.below(8) }, () => String.fromCharCode(random.below(256)));
    return inserted(page, random.below(page.length + 1), bytes.join(''));
  },
  'bytes taken out': (page, random) => {
    const start = random.below(page.length + 1);
    return replaced(page, { start, end: Math.min(page.length, start + 1 + random.below(8)) }, '');
  },
  'sequence put in': (page, random) => inserted(page, random.below(page.length + 1), random.pick(SEQUENCES)),
  'sequence in front': (page, random) => random.pick(SEQUENCES) + page,
  'charset declared': (page, random) => {
    const charset = random.pick(CHARSETS);
    const meta = random.chance(0.5)
      ? `<meta charset=${charset}>`
      : `<meta http-equiv=content-type content="text/html; charset=${charset}">`;
    const known = page.search(/charset=["']?[\w-]{2,20}/i);
    if (known < 0 || random.chance(0.3))
      return inserted(page, Math.min(page.length, random.below(300)), meta);
    return page.replace(/charset=["']?[\w-]{2,20}/i, `charset="${charset}`);
  },
  'encoded anew': (page, random) => {
    const text = Buffer.from(page, 'latin1').toString('utf8').slice(0, 40_000);
    const little = Buffer.from(text, 'utf16le');
    const big = random.chance(0.5);
    if (big) little.swap16();
    const mark = random.chance(0.5) ? (big ? '\xfe\xff' : '\xff\xfe') : '';
    return mark + (little.toString('latin1') as Bytes);
  },
};
