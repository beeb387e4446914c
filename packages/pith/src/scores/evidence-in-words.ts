import { BLOCK_KINDS } from '../blocks/blocks.js';

/** Value of the `named:` and `near:` features without such an ancestor. */
const NONE = 40;

type Wording = (name: string, value: number) => string;

const WORDINGS: readonly (readonly [pattern: RegExp, words: Wording])[] = [
  [
    /^named: (.+)$/,
    (name, steps) =>
      steps >= NONE ? `in no element named ${name}` : `in an element named ${name}${up(steps)}`,
  ],
  [
    /^near: (.+)$/,
    (name, steps) => (steps >= NONE ? `in no ${name}` : `in ${withArticle(name)}${up(steps)}`),
  ],
  [/^own: (.+)$/, (name, has) => `${has > 0 ? '' : 'no '}words of “${name}” in it`],
  [/^heading: (.+)$/, (name, has) => `${has > 0 ? '' : 'no '}words of “${name}” in the heading above`],
  [/^page named: (.+)$/, (name, count) => `elements named ${name} on the page: ${count}`],
  [/^schema: (.+)$/, (name, has) => `the page ${has > 0 ? 'declares' : 'does not declare'} itself: ${name}`],
  [
    /^address: (news or blog|shop|discussion|manual|list|service)$/,
    (name, has) => `the address ${has > 0 ? 'matches' : 'does not match'}: ${name}`,
  ],
  [/^up (\d: .+)$/, (name, value) => `${plain(name.slice(3), value)}, counted ${name[0]} up`],
  [/^\+(\d: .+)$/, (name, value) => `${placed(name, 'after')}: ${plain(name.slice(3), value)}`],
  [/^-(\d: .+)$/, (name, value) => `${placed(name, 'before')}: ${plain(name.slice(3), value)}`],
  [
    /^±(\d+: .+)$/,
    (name, value) =>
      `the ${Number.parseInt(name, 10)} blocks on either side: ${plain(name.replace(/^\d+: /, ''), value)}`,
  ],
  [
    /^(\d+\+: .+)$/,
    (name, value) =>
      `the nearest part of ${Number.parseInt(name, 10)} words or more: ${plain(name.replace(/^\d+\+: /, ''), value)}`,
  ],
  [/^path: (.+)$/, (name, value) => `blocks in places like this: ${plain(name, value)}`],
  [/^parent path: (.+)$/, (name, value) => `blocks in parents like this: ${plain(name, value)}`],
  [/^page: (.+)$/, (name, value) => `the whole page: ${plain(name, value)}`],
  [
    /^steps ((?:up|down) to (?:title|top|trunk|core|lead))$/,
    (way, steps) => {
      const [side, , mark] = way.split(' ') as [string, string, keyof typeof LANDMARKS];
      return `${counted(steps, 'step')} ${side}, on the way to ${LANDMARKS[mark]}`;
    },
  ],
  [/^(in top element)$/, (_, is) => `${is > 0 ? 'in' : 'not in'} the element with most running text`],
  [
    /^(in trunk)$/,
    (_, is) => `${is > 0 ? 'in' : 'not in'} the smallest element with most of the page's running text`,
  ],
];

const LANDMARKS = {
  title: 'the title',
  top: 'the element with most running text',
  trunk: 'the main part of the page',
  core: 'the core of its text',
  lead: 'its first running text',
};

/** Describes a feature value: `83 % of the words are links`, `in an element named related, 2 up`. */
export function evidenceInWords(feature: string, value: number): string {
  for (const [pattern, words] of WORDINGS) {
    const match = pattern.exec(feature);
    if (match !== null) return words(match[1]!, value);
  }
  return plain(feature, value);
}

const PLAIN: Readonly<Record<string, (value: number) => string>> = {
  words: value => counted(value, 'word'),
  lines: value => counted(value, 'line'),
  blocks: value => counted(value, 'block'),
  headings: value => counted(value, 'heading'),
  siblings: value => counted(value, 'element', ' beside it'),
  'link density': value => `${share(value)} of the words are links`,
  'prose share': value => `${share(value)} of the words are running text`,
  'share of page': value => `${share(value)} of the page’s words`,
  'share of words': value => `${share(value)} of all words`,
  'formatted share': value => `${share(value)} of the words are formatted`,
  'capital share': value => `${share(value)} of the letters are capitals`,
  'sentence ends': value => counted(value, 'sentence', ' end there'),
  'images inside': value => counted(value, 'image', ' inside'),
  'controls inside': value => counted(value, 'button or field', ' inside'),
  'wholly a link': value => (value > 0 ? 'all of it is one link' : 'it is not one link'),
  hidden: value => (value > 0 ? 'hidden' : 'not hidden'),
  kind: value => `it is ${KINDS[value] ?? 'another kind of block'}`,
  'blocks since prose': value => `${counted(value, 'block')} since running text`,
  'blocks until prose': value => `${counted(value, 'block')} until running text`,
  'block share before': value => `${share(value)} of the page’s blocks come before it`,
  'word share before': value => `${share(value)} of the page’s words come before it`,
  'source share before': value => `${share(value)} of the page’s source comes before it`,
  'blocks since title': value =>
    value <= -500
      ? 'blocks without a title'
      : `${counted(Math.abs(value), 'block')} ${value < 0 ? 'before' : 'since'} the title`,
  'words since title': value =>
    value < 0 ? 'not after the title' : `${counted(value, 'word')} since the title`,
  'level of heading above': value => (value > 6 ? 'under no heading' : `under a heading of level ${value}`),
  'blocks since heading': value =>
    value >= 500 ? 'no heading before it' : `${counted(value, 'block')} since a heading`,
  'words of heading above': value => `${counted(value, 'word')} in the heading above`,
  'path of lead': value => `set ${value > 0 ? 'like' : 'otherwise than'} the first running text`,
  'same path': value => `set ${value > 0 ? 'like it' : 'otherwise'}`,
  'words a block': value => `${counted(value, 'word')} a block`,
  'characters a word': value => `${counted(value, 'character')} a word`,
  'copies on the page': value => `${counted(value, 'time')} on the page`,
  'top share': value => `${share(value)} of the words are in the element with most running text`,
  'aside share': value => `${share(value)} of the words are in asides`,
  'prose blocks': value => counted(value, 'block', ' of running text'),
  'address: last part words': value => counted(value, 'word', ' in the last part of the address'),
  'share in title': value => `${share(value)} of its words are in the title`,
  'share in description': value => `${share(value)} of its words are in the description`,
};

const KINDS = BLOCK_KINDS.map(withArticle);

function plain(feature: string, value: number): string {
  return Object.hasOwn(PLAIN, feature) ? PLAIN[feature]!(value) : `${feature} ${number(value)}`;
}

function counted(value: number, noun: string, rest = ''): string {
  return `${number(value)} ${noun}${value === 1 ? '' : 's'}${rest}`;
}

function share(value: number): string {
  return `${Math.round(value * 100)} %`;
}

function placed(name: string, side: 'before' | 'after'): string {
  return name.startsWith('1') ? `the block ${side} it` : `${name[0]} blocks ${side} it`;
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

function up(steps: number): string {
  return steps === 0 ? '' : `, ${steps} up`;
}

function number(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}
