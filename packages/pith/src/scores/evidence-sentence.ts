import { BLOCK_KINDS, type BlockKind, KIND } from '../blocks/blocks.js';
import { characterClass, IDEOGRAPH } from '../blocks/characters.js';
import { NO_ANCESTOR } from '../features/families/columns.js';
import { FEATURE_NAMES } from '../features/from-blocks.js';
import { KEYWORD_GROUPS, KEYWORD_LISTS } from '../features/word-lists.js';
import { once } from '../lazy.js';
import type { GroupSum, Sum } from './evidence.js';
import { elementInWords, keywordInWords, nameInWords, type Supports, withArticle } from './names-in-words.js';

interface Measured {
  readonly kind: number;
  readonly words: number;
  readonly text: string;
  readonly isProse: boolean;
  readonly isLink: boolean;
  readonly isDate: boolean;
  readonly heading: string | undefined;
  /** True in the element with most of the page's prose, false outside; undefined if all blocks are inside. */
  readonly isInMain: boolean | undefined;
  /** Number of blocks with the same markup, itself included. */
  readonly alike: number;
}

interface Outcome {
  readonly score: number;
  readonly cut: number;
  readonly records: number;
}

/** A decision is close below this difference of log-odds. Set by hand. */
const CLOSE = 0.4;
/** Least weight of a reason, in log-odds, and relative to the strongest one. Set by hand. */
const [LEAST_WEIGHT, LEAST_SHARE] = [0.05, 0.2];

/** `60 words of running text`, `a heading of 4 words`, `a one-word link`. `why` is the rest of the sentence. */
export function subjectOf(block: Measured, why: string): string {
  const { words, text, isProse, isDate } = block;
  const name = nameOf(block);
  if (isDate && name === undefined) return 'a date';
  if (words === 0) return `${withArticle(name ?? 'text')} without words`;
  const unit = isCountedInCharacters(text, words) ? 'character' : 'word';
  if (words === 1)
    return name === undefined || why.startsWith(` ${MENU}`) ? `one ${unit}` : `a one-${unit} ${name}`;
  const count = `${words} ${unit}s`;
  if (name !== undefined) return `${withArticle(name)} of ${count}`;
  return isProse ? `${count} of running text` : count;
}

const NAMES: Readonly<Partial<Record<BlockKind, string>>> = {
  heading: 'heading',
  item: 'list item',
  cell: 'table cell',
  code: 'block of code',
  caption: 'caption',
  quote: 'quotation',
  term: 'list entry',
  control: 'button or field',
};

/** A cell with running text is usually part of the layout of the page. */
function nameOf({ kind, isProse, isLink, isDate }: Measured): string | undefined {
  const own = BLOCK_KINDS[kind] ?? 'text';
  const isPlain = own === 'text' || own === 'item' || own === 'cell';
  if (isPlain && isLink) return 'link';
  return (own === 'cell' && isProse) || (isPlain && isDate) ? undefined : NAMES[own];
}

/** In scripts without spaces, each character counts as a word. */
function isCountedInCharacters(text: string, words: number): boolean {
  let ideographs = 0;
  for (let i = 0; i < text.length; i++) if (characterClass(text.charCodeAt(i)) === IDEOGRAPH) ideographs++;
  return ideographs * 2 > words;
}

/** The strongest reasons for the decision, and whether it was close: ` with few links, in the main part of the page`. */
export function reasonsInWords(
  sum: Pick<Sum, 'groups' | 'whole'>,
  kept: boolean,
  block: Measured,
  { score, cut, records }: Outcome,
): string {
  const sign = kept ? 1 : -1;
  // Without the posts or entries, the decision would be the opposite: nothing else is a reason for it.
  const isOfRecords = (score - records - cut) * sign < 0;
  const own = isOfRecords ? [] : sum.groups;
  const found = strongestReasons(own, kept, block, records);
  const [first = '', second] = found.length > 0 ? found : sharedReasons(sum, kept, block);
  const isJoined = JOINED.test(first);
  const rest =
    second === undefined ? '' : isJoined && !JOINED.test(second) ? `, ${second}` : ` and ${second}`;
  const close = Math.abs(score - cut) < CLOSE ? '; a close decision' : '';
  return `${isJoined ? '' : ','} ${first}${rest}${close}`.replace(REPEATED, '$1');
}

/** A sentence names the page once. */
const REPEATED = /( (?:of|on) the page\b.*?) of the page\b/;

/** Reasons that apply to the average block of the page too, and therefore do not distinguish this one. */
function sharedReasons({ whole }: Pick<Sum, 'whole'>, kept: boolean, block: Measured): string[] {
  const found = strongestReasons(whole(), kept, block);
  return found.length > 0 ? found : [`with ${kept ? 'many small' : 'too few'} signs of main content`];
}

const MENU = 'in a menu';
const MARKED = 'in a part of the page marked as';
/** Words for elements other than their names. */
const APPEARANCES: Readonly<Record<string, string>> = {
  nav: MENU,
  aside: 'in a side box',
  address: `${MARKED} an address`,
};
/** Elements described like a class of the same name. A post can have a footer too, so the words name no place. */
const AS_NAMED = new Set(['article', 'main', 'header', 'footer']);
/** Clauses without a comma before them. */
const JOINED = /^(?:with|without|typical of|in a menu)\b/;

/** Sums the weights by clause; of the clauses on a topic only the strongest is a reason. */
function strongestReasons(
  groups: readonly GroupSum[],
  kept: boolean,
  block: Measured,
  records = 0,
): string[] {
  const sign = kept ? 1 : -1;
  const sums = new Map<string, { readonly topic: string; weight: number }>();
  const posts = `${kept ? 'in' : 'outside'} the posts or entries of the page`;
  sums.set(posts, { topic: 'records', weight: sign * records });
  for (const { members } of groups) {
    for (const { feature, value, weight: own } of members) {
      const [topic, words] = clauses().get(feature)?.(value, kept, block) ?? [];
      if (topic === undefined || words === undefined) continue;
      const sum = sums.get(words);
      if (sum === undefined) sums.set(words, { topic, weight: sign * own });
      else sum.weight += sign * own;
    }
  }
  const sorted = [...sums].sort(([, a], [, b]) => b.weight - a.weight);
  const least = Math.max(LEAST_WEIGHT, LEAST_SHARE * (sorted[0]?.[1].weight ?? 0));
  const topics = new Set<string>();
  const found: string[] = [];
  for (const [words, { topic, weight }] of sorted) {
    if (weight < least || topics.has(topic)) continue;
    if (words.startsWith(MARKED) && found.some(other => other.startsWith(MARKED))) continue;
    topics.add(topic);
    found.push(words);
  }
  return found;
}

/** How a feature supports a decision, as part of a sentence; undefined if its value does not. */
type Clause = (value: number, kept: boolean, block: Measured, name: string) => string | undefined;
type TopicClause = (
  value: number,
  kept: boolean,
  block: Measured,
) => readonly [topic: string, words: string | undefined];

const clauses = /* @__PURE__ */ once(() => {
  const found = new Map<string, TopicClause>();
  for (const feature of FEATURE_NAMES) {
    if (feature.startsWith('page: ')) continue;
    for (const [pattern, topic, clause] of CLAUSES) {
      const match = pattern.exec(feature);
      if (match === null) continue;
      const name = match[1] ?? '';
      const own = topic || topicOfName(name);
      found.set(feature, (value, kept, block) => [own, clause(value, kept, block, name)]);
      break;
    }
  }
  return found;
});

/** Names of the main part of the page are one topic, and so are those of boxes beside it. */
function topicOfName(name: string): string {
  if (name === 'aside') return 'sidebar';
  return nameInWords(name)[1] === 'keep' ? 'main' : name;
}

/**
 * Clauses by feature name, with a topic; the name in the feature is the topic where none is given. Each returns its
 * words if the value of the feature supports the decision.
 */
const CLAUSES: readonly (readonly [pattern: RegExp, topic: string, clause: Clause])[] = [
  [
    /^named: (.+)$/,
    '',
    (steps, kept, { words: count }, name) => {
      const [words, supports] = nameInWords(name);
      const clause = name === 'nav' && count <= MOST_WORDS_IN_MENU ? MENU : `${MARKED} ${words}`;
      return when(steps < NO_ANCESTOR && isFor(supports, kept), clause);
    },
  ],
  [
    /^near: (.+)$/,
    '',
    (steps, kept, _, name) => {
      const [words, supports] = elementInWords(name);
      const clause = AS_NAMED.has(name) ? `${MARKED} ${nameInWords(name)[0]}` : words;
      return when(steps < NO_ANCESTOR && isFor(supports, kept), APPEARANCES[name] ?? clause);
    },
  ],
  [
    /^own: (.+)$/,
    'own',
    (has, kept, { text }, name) => {
      const [words, supports] = keywordInWords(name);
      return when(
        has > 0 && isFor(supports, kept) && keywordsIn(text, name) > 1,
        words.slice('words '.length),
      );
    },
  ],
  [
    /^heading: (.+)$/,
    'heading',
    (has, kept, { heading = '' }, name) =>
      when(
        has > 0 && isFor(keywordInWords(name)[1], kept) && heading.length <= LONGEST_QUOTE,
        `under the heading “${heading}”`,
      ),
  ],
  [/^blocks since heading$/, 'heading', (count, kept) => when(kept && count === 1, 'just below a heading')],
  [
    /^link density$/,
    'links',
    (density, kept, { isLink }) =>
      kept
        ? when(density < 0.2, density > 0 ? 'with few links' : 'without links')
        : when(density > 0.5 && !isLink, 'mostly links'),
  ],
  [
    /link density$/,
    'links',
    (density, kept) =>
      kept ? when(density < 0.2, 'with few links around it') : when(density > 0.4, 'among links'),
  ],
  [
    /prose share$/,
    'prose',
    (prose, kept, { isProse, isLink, kind }) =>
      kept
        ? when(
            prose > 0.5 && (isProse || (kind !== KIND.cell && !isLink)),
            `among ${isProse ? 'other ' : ''}running text`,
          )
        : when(prose < 0.3, 'with little running text around it'),
  ],
  [/^in (?:trunk|core|top element)$|^steps (?:up|down) to (?:trunk|core|top|lead)$/, 'main', inOrOutsideMain],
  [
    /^(?:blocks|words) since title$/,
    'place',
    (count, kept) => when(count < 0 && count > -500 && !kept, 'above the title of the page'),
  ],
  [
    /^(?:block|word|source) share before$/,
    'place',
    (before, kept) =>
      when(!kept && (before > 0.75 || before < 0.15), `near the ${before > 0.5 ? 'end' : 'top'} of the page`),
  ],
  [
    /^blocks (?:since|until) prose$/,
    'prose',
    (count, kept, { isProse }) =>
      kept
        ? when(count <= 1, `next to ${isProse ? 'other ' : ''}running text`)
        : when(count >= 4, isProse ? 'separated from other running text' : 'away from running text'),
  ],
  [
    /^\+1: words$/,
    'prose',
    (next, kept, { words, isProse }) =>
      when(kept && !isProse && next >= Math.max(15, 2 * words), 'just above a longer text'),
  ],
  [/^up \d: share of page$/, 'main', inOrOutsideMain],
  [
    /^copies on the page$/,
    'copies',
    (count, kept) => when(count > 1 && !kept, `found ${count} times on the page`),
  ],
  [
    /^path: (?:blocks|words a block|share of words)$/,
    'path',
    (_, kept, { alike, words }) =>
      when(
        alike > 1 && (kept ? words >= 15 : words < 10),
        `one of ${alike} ${kept ? '' : 'short '}texts with the same formatting`,
      ),
  ],
  [
    /^article share of prose$/,
    'main',
    (part, kept) => when(kept && part > 0.5, 'in the article with most of the text'),
  ],
  [
    /^number of article$/,
    'main',
    (count, kept) => when(!kept && count > 1, 'in another article of the page'),
  ],
  [/^controls inside$/, 'controls', (count, kept) => when(!kept && count > 0, 'with buttons or form fields')],
  [/^hidden$/, 'hidden', (is, kept) => when(!kept && is > 0, 'hidden')],
  [
    /^last character$/,
    'sentence',
    (last, kept, { words }) =>
      kept
        ? when(last === FULL_STOP, 'ending with a full stop')
        : when(last <= LETTER && words > MOST_WORDS_IN_MENU, 'not ending like a sentence'),
  ],
  [
    /^words$/,
    'sentence',
    (words, kept, { kind }) =>
      when(
        !kept && words <= MOST_WORDS_IN_MENU && kind !== KIND.heading && kind !== KIND.control,
        'too short for running text',
      ),
  ],
  [
    /^sentence ends$/,
    'sentence',
    (count, kept, { words, isProse }) =>
      kept
        ? when(count > 0 && isProse, 'in full sentences')
        : when(count === 0 && words > MOST_WORDS_IN_MENU, 'without a full sentence'),
  ],
  [/^\d+\+: words a block$/, 'prose', (words, kept) => amongTexts(kept, kept ? words >= 15 : words < 10)],
  [/^±\d+: words$/, 'prose', (words, kept) => amongTexts(kept, kept ? words >= 100 : words < 60)],
];

/** Most words of an entry of a menu, and most characters of a quoted heading. Set by hand. */
const [MOST_WORDS_IN_MENU, LONGEST_QUOTE] = [5, 40];

/** Values of `last character`. */
const [LETTER, FULL_STOP] = [1, 5];

/** Distinct keywords of a group, since a single one is no evidence. */
function keywordsIn(text: string, group: string): number {
  const list = KEYWORD_LISTS[(KEYWORD_GROUPS as readonly string[]).indexOf(group)] ?? [];
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return new Set(words.filter(word => list.includes(word))).size;
}

function inOrOutsideMain(_: number, kept: boolean, { isInMain }: Measured): string | undefined {
  return when(isInMain === kept, `${kept ? 'in' : 'outside'} the main part of the page`);
}

const amongTexts = (kept: boolean, holds: boolean) => when(holds, `among ${kept ? 'long' : 'short'} texts`);

const when = (holds: boolean, clause: string) => (holds ? clause : undefined);

function isFor(supports: Supports, kept: boolean): boolean {
  return supports === 'either' || supports === (kept ? 'keep' : 'drop');
}
