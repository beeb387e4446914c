import { inserted, type Mutation, replaced, utf8 } from './mutation.js';

const ENTITIES =
  `&amp; &lt; &gt; &quot; &nbsp; &shy; &#0; &#x0; &#xd800; &#x110000; &#99999999999; &#x80; &#128; &notit; &not &copy
  &CounterClockwiseContourIntegral; &NoSuchEntity; &# &#x &; &amp;amp;lt; &#10; &#13; &#9; &zwj; &rlm; &lt;script&gt;
  &#x1F600; &bne; &nvlt; &lt&gt &ampamp`
    .trim()
    .split(/\s+/);

const SIGNS = [
  '\u0000',
  '\u001b[31m',
  '\u0008',
  '\u00ad',
  '\u200b',
  '\u200d',
  '\u202e',
  '\u2028',
  '\u3000',
  '\ufeff',
  '\ufffe',
  '\ud83d\ude00',
  'e\u0301\u0301\u0301',
  '\u0130I\u0131i',
  'ﷺ',
  'ＡＢ',
  '①',
  '[x](javascript:alert(1))',
  '![x](data:y)',
  '```',
  '<!--',
  '-->',
  ']]>',
  '$$\\frac{1}{0}$$',
  '| a | b |\n| - | - |',
  '#### ',
  '> ',
  '1. ',
  '[^1]',
  '\\',
  '_*_*_',
];

/** Entities, unusual characters, Markdown, repetition, missing spaces. */
export const TEXT_MUTATIONS: Readonly<Record<string, Mutation>> = {
  'entity put in': (page, random) => inserted(page, random.below(page.length + 1), random.pick(ENTITIES)),
  'entities everywhere': (page, random) => {
    const sign = random.pick(['a', 'e', ' ', '<', '"']);
    return page.replaceAll(sign, `&#${sign.charCodeAt(0)};`).slice(0, 60_000);
  },
  'sign put in': (page, random) => inserted(page, random.below(page.length + 1), utf8(random.pick(SIGNS))),
  'signs multiplied': (page, random) =>
    inserted(page, random.below(page.length + 1), utf8(random.pick(SIGNS).repeat(1 + random.below(200)))),
  'text repeated': (page, random) => {
    const start = random.below(page.length + 1);
    const piece = page.slice(start, start + 1 + random.below(40));
    const count = random.below(random.chance(0.01) ? 3000 : 60);
    return inserted(page, start, piece.repeat(count));
  },
  'spaces removed': (page, random) => {
    const start = random.below(page.length + 1);
    const range = { start, end: Math.min(page.length, start + 400) };
    return replaced(page, range, page.slice(range.start, range.end).replaceAll(' ', ''));
  },
  'spaces multiplied': (page, random) => {
    const at = page.indexOf(' ', random.below(page.length + 1));
    const blank = random.pick([' ', '\n', '\t', '\r\n', '\xa0', '\x0c']);
    return at < 0 ? page : inserted(page, at, blank.repeat(random.below(random.chance(0.02) ? 20_000 : 80)));
  },
};
