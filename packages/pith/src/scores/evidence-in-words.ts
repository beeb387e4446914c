import { BLOCK_KINDS } from '../blocks/blocks.js';
import { ancestors } from '../features/families/ancestors.js';
import { type Feature, NO_ANCESTOR } from '../features/families/columns.js';
import { markup, names } from '../features/families/markup.js';
import { neighbours } from '../features/families/neighbours.js';
import { wholePage } from '../features/families/page.js';
import { outline, places } from '../features/families/places.js';
import { declared, keywords, text } from '../features/families/text.js';
import { FEATURE_NAMES } from '../features/from-blocks.js';
import { once } from '../lazy.js';
import { HIDING_WAYS } from '../tree/hiding.js';
import { elementInWords, keywordInWords, nameInWords, withArticle } from './names-in-words.js';

export const EVIDENCE_GROUPS = {
  text: 'its own text',
  links: 'links',
  elements: 'the elements around it',
  names: 'names of the elements around it',
  surroundings: 'the text around it',
  neighbours: 'its neighbours',
  place: 'where it is on the page',
  repeats: 'repeats elsewhere',
  page: 'the page as a whole',
} as const;
export type EvidenceGroup = keyof typeof EVIDENCE_GROUPS;

/** The group of each family of features; a new column of a family belongs to its group. */
const FAMILIES: readonly (readonly [group: EvidenceGroup, features: readonly Feature[]])[] = [
  ['text', [...text, ...declared, ...keywords]],
  ['elements', markup],
  ['names', [names]],
  ['surroundings', [ancestors]],
  ['neighbours', neighbours],
  ['place', [...places, ...outline]],
  ['page', [wholePage]],
];

const EXCEPTIONS: readonly (readonly [pattern: RegExp, group: EvidenceGroup])[] = [
  [/^page: /, 'page'],
  [/^has (?:title heading|article body)$/, 'page'],
  [/link density$|^wholly a link$/, 'links'],
  [/^(?:parent )?path: |^copies |^number in (?:parent )?path$|same path$/, 'repeats'],
  [/^heading: /, 'place'],
];

const groups = /* @__PURE__ */ once(
  () =>
    new Map(FAMILIES.flatMap(([group, features]) => features.flatMap(own => own.names.map(n => [n, group])))),
);

export function evidenceGroup(feature: string): EvidenceGroup | undefined {
  return EXCEPTIONS.find(([pattern]) => pattern.test(feature))?.[1] ?? groups().get(feature);
}

/** Describes a feature value: `83 % of the words are links`, `in a footer, 2 levels up`. */
export function evidenceInWords(feature: string, value: number): string {
  return (wordings().get(feature) ?? wordingOf(feature))?.(value) ?? `${feature}: ${number(value)}`;
}

type Wording = (value: number) => string;

/** The wording of every feature, found once, since there are more facts than features. */
const wordings = /* @__PURE__ */ once(() => new Map(FEATURE_NAMES.map(name => [name, wordingOf(name)])));

/** Returns the function that describes values of a feature; undefined if there is none. */
export function wordingOf(feature: string): Wording | undefined {
  for (const [pattern, words] of PATTERNS) {
    const match = pattern.exec(feature);
    if (match !== null) return value => words(match[1] ?? '', value);
  }
  for (const [pattern, where] of FRAMES) {
    const match = pattern.exec(feature);
    const own = match && PLAIN.get(feature.slice(match[0].length));
    if (own) return value => `${where(match[1] ?? '')}: ${own(value)}`;
  }
  return PLAIN.get(feature);
}

const FRAMES: readonly (readonly [pattern: RegExp, where: (size: string) => string])[] = [
  [/^up 1: /, () => 'the element around it'],
  [/^up (\d+): /, levels => `the element ${levels} levels up`],
  [/^(\d+)\+: /, words => `the nearest element with ${words} words or more`],
  [/^\+1: /, () => 'the block after it'],
  [/^-1: /, () => 'the block before it'],
  [/^\+(\d+): /, count => `${count} blocks after it`],
  [/^-(\d+): /, count => `${count} blocks before it`],
  [/^±(\d+): /, count => `the ${count} blocks on either side`],
  [/^path: /, () => 'blocks with the same markup'],
  [/^parent path: /, () => 'blocks inside elements with the markup of its parent'],
  [/^page: /, () => 'the page'],
];

const PATTERNS: readonly (readonly [pattern: RegExp, words: (name: string, value: number) => string])[] = [
  [
    /^named: (.+)$/,
    (name, steps) =>
      `in ${steps >= NO_ANCESTOR ? 'no' : 'an'} element whose class or id suggests ${nameInWords(name)[0]}${steps < NO_ANCESTOR ? up(steps) : ''}`,
  ],
  [
    /^near: (.+)$/,
    (name, steps) =>
      `${steps >= NO_ANCESTOR ? 'not ' : ''}${elementInWords(name)[0]}${steps < NO_ANCESTOR ? up(steps) : ''}`,
  ],
  [/^own: (.+)$/, (name, has) => `${has > 0 ? 'has' : 'no'} ${keywordInWords(name)[0]}`],
  [
    /^heading: (.+)$/,
    (name, has) => `${has > 0 ? '' : 'no '}${keywordInWords(name)[0]} in the heading above`,
  ],
  [
    /^page named: (.+)$/,
    (name, count) =>
      `the page has ${counted(count, 'element')} whose class or id suggests ${nameInWords(name)[0]}`,
  ],
  [
    /^schema: (.+)$/,
    (name, has) => `the page ${has > 0 ? 'declares' : 'does not declare'} itself as: ${name}`,
  ],
  [
    /^address: (news or blog|shop|discussion|thread|manual|list|service)$/,
    (name, has) => `the address of the page ${has > 0 ? 'looks' : 'does not look'} like that of: ${name}`,
  ],
  [
    /^template: (.+)$/,
    (name, has) => `the template of the page ${has > 0 ? 'looks' : 'does not look'} like that of: ${name}`,
  ],
  [
    /^steps up to (title|top|trunk|core|lead|heading|the one before|the one after)$/,
    (mark, steps) =>
      steps >= NO_ANCESTOR
        ? `no element around it contains ${MARKS[mark]!}`
        : steps === 0
          ? `its element contains ${MARKS[mark]!}`
          : `${levels(steps)} up to an element that contains ${MARKS[mark]!}`,
  ],
  [
    /^steps down to (title|top|trunk|core|lead)$/,
    (mark, steps) =>
      steps >= NO_ANCESTOR
        ? `no element around it contains ${MARKS[mark]!}`
        : steps === 0
          ? `inside ${MARKS[mark]!}`
          : `${MARKS[mark]!} is ${levels(steps)} below the smallest element that contains both`,
  ],
];

const MARKS: Readonly<Record<string, string>> = {
  title: 'the title',
  top: 'the element with most paragraphs',
  trunk: 'the main part of the page',
  core: 'the main text',
  lead: 'the first running text',
  heading: 'the heading above it',
  'the one before': 'the block before it',
  'the one after': 'the block after it',
};

const PLAIN: ReadonlyMap<string, Wording> = new Map<string, Wording>(
  Object.entries({
    words: (value: number) => counted(value, 'word'),
    'characters a word': (value: number) => `${number(value)} characters per word`,
    'link density': (value: number) => `${share(value)} of the words are links`,
    'formatted share': (value: number) => `${share(value)} of the words are bold or italic`,
    'capital share': (value: number) => `${share(value)} of the letters are capitals`,
    'sentence ends': (value: number) => counted(value, 'end', ' of sentences', 'ends'),
    'sentence ends a word': (value: number) =>
      value > 0 ? `the end of a sentence after every ${number(1 / value)} words` : 'no end of a sentence',
    'symbols a word': (value: number) => `${number(value)} symbols per word`,
    'last character': (value: number) => `ends with ${LAST_CHARACTERS[value] ?? 'another sign'}`,
    lines: (value: number) => counted(value, 'line'),
    'copies on the page': (value: number) => `the same text is on the page ${counted(value, 'time')}`,
    'copies before': (value: number) => `the same text came before ${counted(value, 'time')}`,
    'share in title': (value: number) => `${share(value)} of the words are in the title`,
    'share in description': (value: number) =>
      `${share(value)} of the words are in the description of the page`,
    'share in article body': (value: number) =>
      `${share(value)} of the text is in the article that the page declares`,
    'has article body': (value: number) =>
      `the page ${value > 0 ? 'declares' : 'does not declare'} the text of its article`,
    kind: (value: number) => `is ${KINDS[value] ?? 'another kind of block'}`,
    'heading level': (value: number) => (value > 0 ? `heading of level ${value}` : 'not a heading'),
    level: (value: number) => (value > 0 ? `heading of level ${value}` : 'no heading'),
    tag: (value: number) => `its own element: ${TAG_CLASSES[value] ?? 'another'}`,
    hidden: (value: number) => (value > 0 ? 'hidden' : 'not hidden'),
    'aria-hidden': (value: number) => `${value > 0 ? 'hidden' : 'not hidden'} from screen readers`,
    'hidden in a way': (value: number) =>
      value === 0
        ? 'not hidden in any way'
        : value === 1
          ? 'hidden until a control opens it'
          : `hidden by ${HIDING_WAYS[value - 2] ?? 'other means'}`,
    'in noscript': (value: number) => `shown ${value > 0 ? 'only' : 'not only'} without scripts`,
    'wholly a link': (value: number) => (value > 0 ? 'all of it is one link' : 'not wholly a link'),
    preformatted: (value: number) => (value > 0 ? 'preformatted' : 'not preformatted'),
    'images inside': (value: number) => counted(value, 'image', ' in it'),
    'controls inside': (value: number) => counted(value, 'button or field', ' in it', 'buttons or fields'),
    siblings: (value: number) => counted(value, 'block', ' in the element around it'),
    depth: (value: number) => `${counted(value, 'element')} around it in all`,
    'share of page': (value: number) => `${share(value)} of the page’s words`,
    'share of words': (value: number) => `${share(value)} of the page’s words`,
    blocks: (value: number) => counted(value, 'block'),
    'prose share': (value: number) => `${share(value)} of the words are running text`,
    'images a block': (value: number) => `${number(value)} images per block`,
    'controls a block': (value: number) => `${number(value)} buttons or fields per block`,
    controls: (value: number) => counted(value, 'button or field', '', 'buttons or fields'),
    steps: (value: number) => `${levels(value)} up`,
    'words a block': (value: number) => `${number(value)} words per block`,
    'same path': (value: number) => (value > 0 ? 'the same markup' : 'different markup'),
    'blocks since prose': (value: number) => proseDistance(value, 'before', 'since the last'),
    'blocks until prose': (value: number) => proseDistance(value, 'after', 'until the next'),
    'block share before': (value: number) => `${share(value)} of the page’s blocks come before it`,
    'word share before': (value: number) => `${share(value)} of the page’s words come before it`,
    'source share before': (value: number) => `${share(value)} of the page’s source comes before it`,
    'blocks since title': (value: number) =>
      value <= -500
        ? 'the page has no title'
        : `${counted(Math.abs(value), 'block')} ${value < 0 ? 'before' : 'after'} the title`,
    'words since title': (value: number) =>
      value < 0 ? 'not after the title' : `${counted(value, 'word')} after the title`,
    'has title heading': (value: number) => `the page ${value > 0 ? 'shows' : 'does not show'} its title`,
    'in top element': (value: number) => `${inOrOut(value)} the element with most paragraphs`,
    'in trunk': (value: number) => `${inOrOut(value)} the main part of the page`,
    'in core': (value: number) => `${inOrOut(value)} the main text`,
    'path of lead': (value: number) => `marked up ${value > 0 ? 'like' : 'unlike'} the first running text`,
    'level of heading above': (value: number) =>
      value > 6 ? 'under no heading' : `under a heading of level ${value}`,
    'blocks since heading': (value: number) =>
      value >= 500 ? 'no heading before it' : `${counted(value, 'block')} after a heading`,
    'words of heading above': (value: number) => `${counted(value, 'word')} in the heading above`,
    'first headings since title': (value: number) => counted(value, 'main heading', ' since the title'),
    'headings like the title since': (value: number) =>
      counted(value, 'heading', ' as large as the title since then'),
    'headings since title': (value: number) => counted(value, 'heading', ' since the title'),
    'number of article': (value: number) =>
      value > 0 ? `in article ${value} of the page` : 'in no article element',
    'article share of prose': (value: number) =>
      value < 0 ? 'no article element around it' : `its article has ${share(value)} of the running text`,
    'number in path': (value: number) => counted(value, 'block', ' with the same markup before it'),
    'number in parent path': (value: number) =>
      counted(value, 'block', ' inside elements with the markup of its parent before it'),
    'prose blocks': (value: number) => counted(value, 'block', ' of running text'),
    headings: (value: number) => counted(value, 'heading'),
    'article elements': (value: number) => counted(value, 'article element'),
    'has main': (value: number) => (value > 0 ? 'marks its main part' : 'does not mark its main part'),
    'stop-word share': (value: number) => `${share(value)} of the words are common words of its language`,
    'longest block': (value: number) => `${counted(value, 'word')} in the longest block`,
    'top share': (value: number) => `${share(value)} of the words are in the element with most paragraphs`,
    'trunk share': (value: number) => `${share(value)} of the words are in its main part`,
    'trunk depth': (value: number) => `${counted(value, 'element')} around its main part`,
    'aside share': (value: number) => `${share(value)} of the running text is in asides`,
    'core share': (value: number) => `${share(value)} of the words are in its main text`,
    'og:type': (value: number) => `the page calls itself ${OPEN_GRAPH[value] ?? 'something else'}`,
    'address: depth': (value: number) =>
      value < 0 ? 'the address is unknown' : `${counted(value, 'part')} in the address`,
    'address: last part words': (value: number) => counted(value, 'word', ' in the last part of the address'),
    'address: digits': (value: number) => counted(value, 'digit', ' in the address'),
    'address: item number': (value: number) => `${value > 0 ? 'a' : 'no'} number of an item in the address`,
    'address: has query': (value: number) => `${value > 0 ? 'a' : 'no'} query in the address`,
  } satisfies Record<string, Wording>),
);

const KINDS = BLOCK_KINDS.map(kind =>
  withArticle(
    kind === 'item'
      ? 'list item'
      : kind === 'cell'
        ? 'table cell'
        : kind === 'control'
          ? 'button or field'
          : kind,
  ),
);
const LAST_CHARACTERS = [
  'another sign',
  'a letter',
  'a colon',
  'a quotation mark or bracket',
  'a question or exclamation mark',
  'a full stop',
];
const TAG_CLASSES = [
  'inline or other',
  'list item',
  'div',
  'section or body',
  'table cell',
  'caption',
  'term or definition',
  'heading',
  'quotation or code',
  'paragraph',
];
const OPEN_GRAPH = [
  'nothing in its Open Graph data',
  'something else',
  'a product',
  'an article',
  'a group of products',
];

function proseDistance(value: number, side: string, since: string): string {
  return value >= 200 ? `no running text ${side} it` : `${counted(value, 'block')} ${since} running text`;
}

const inOrOut = (value: number) => (value > 0 ? 'in' : 'outside');

function counted(value: number, noun: string, rest = '', plural = `${noun}s`): string {
  return `${value === 0 ? 'no' : number(value)} ${value === 1 ? noun : plural}${rest}`;
}

function share(value: number): string {
  return `${Math.round(value * 100)} %`;
}

const levels = (steps: number) => counted(steps, 'level');

function up(steps: number): string {
  return steps === 0 ? '' : `, ${levels(steps)} up`;
}

function number(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 0);
}
