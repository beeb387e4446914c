import { BLOCK_KINDS, type BlockKind, KIND } from '../blocks/blocks.js';
import { characterClass, IDEOGRAPH } from '../blocks/characters.js';
import { NO_ANCESTOR } from '../features/families/columns.js';
import { FEATURE_NAMES } from '../features/from-blocks.js';
import { KEYWORD_GROUPS, KEYWORD_LISTS } from '../features/word-lists.js';
import { once } from '../lazy.js';
import type { GroupSum } from './evidence.js';
import { elementInWords, keywordInWords, nameInWords, type Supports, withArticle } from './names-in-words.js';

interface Measured {
  readonly kind: number;
  readonly words: number;
  readonly text: string;
  readonly isProse: boolean;
  readonly isLink: boolean;
  readonly isDate: boolean;
  readonly heading: string | undefined;
}

interface Outcome {
  readonly score: number;
  readonly cut: number;
  readonly records: number;
}

/** Most reasons in a sentence. Set by hand. */
const MOST_REASONS = 2;
/** A decision is close below this difference of log-odds. Set by hand. */
const CLOSE = 0.4;
/** Least weight of a reason, in log-odds, and relative to the strongest one. Set by hand. */
const [LEAST_WEIGHT, LEAST_SHARE] = [0.05, 0.2];
/** Readers cannot see class names and markup: such reasons give way to others of similar weight. Set by hand. */
const WEIGHT_OF_UNSEEN = 2 / 3;

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
  term: 'term or definition',
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

/** The strongest reasons for the decision, and whether it was close: ` with few links, close to the main text`. */
export function reasonsInWords(
  groups: readonly GroupSum[],
  kept: boolean,
  block: Measured,
  { score, cut, records }: Outcome,
): string {
  const sign = kept ? 1 : -1;
  // Without the posts or entries, the decision would be the opposite: nothing else is a reason for it.
  const isOfRecords = (score - records - cut) * sign < 0;
  const found = isOfRecords ? [] : strongestReasons(groups, kept, block);
  if (isOfRecords || records * sign > 1)
    found.unshift(`${kept ? 'in' : 'outside'} the posts or entries of the page`);
  if (found.length === 0) found.push('for many small reasons');
  const shown = found.slice(0, MOST_REASONS);
  const first = shown.filter(clause => JOINED.test(clause)).map(clause => ` ${clause}`);
  const rest = shown.filter(clause => !JOINED.test(clause)).join(' and ');
  const close = Math.abs(score - cut) < CLOSE ? '; a close decision' : '';
  return `${first.join(' and')}${rest === '' ? '' : `, ${rest}`}${close}`;
}

const MENU = 'in a menu';
const MARKED = 'in a part of the page marked as';
/** Words for elements other than their names. */
const APPEARANCES: Readonly<Record<string, string>> = {
  nav: MENU,
  aside: 'in a box beside the main text',
  address: `${MARKED} an address`,
};
/** Clauses without a comma before them. */
const JOINED = /^(?:with|without|typical of|in a menu)\b/;

/** Sums the weights by clause; of the clauses on a topic only the strongest is a reason. */
function strongestReasons(groups: readonly GroupSum[], kept: boolean, block: Measured): string[] {
  const sign = kept ? 1 : -1;
  const sums = new Map<string, { readonly topic: string; weight: number }>();
  for (const { weight, members } of groups) {
    if (weight * sign <= 0) continue;
    for (const { feature, value, weight: own } of members) {
      const [topic, words, part] = clauses().get(feature)?.(value, kept, block) ?? [];
      if (topic === undefined || words === undefined || part === undefined || own * sign <= 0) continue;
      const sum = sums.get(words);
      if (sum === undefined) sums.set(words, { topic, weight: sign * own * part });
      else sum.weight += sign * own * part;
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
) => readonly [topic: string, words: string | undefined, part: number];

const clauses = /* @__PURE__ */ once(() => {
  const found = new Map<string, TopicClause>();
  for (const feature of FEATURE_NAMES) {
    for (const [pattern, topic, clause] of CLAUSES) {
      const match = pattern.exec(feature);
      if (match === null) continue;
      const name = match[1] ?? '';
      const part = UNSEEN.test(feature) ? WEIGHT_OF_UNSEEN : 1;
      const own = topic || topicOfName(name);
      found.set(feature, (value, kept, block) => [own, clause(value, kept, block, name), part]);
      break;
    }
  }
  return found;
});

const UNSEEN = /^(?:named|near: (?:article|main|address|paragraph)$|words$|path|in |article|number of)/;

/** Names of the main part of the page are one topic. */
function topicOfName(name: string): string {
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
      const clause = words.endsWith(' element') ? `${MARKED} ${nameInWords(name)[0]}` : words;
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
  [
    /^in (?:trunk|core|top element)$/,
    'main',
    (is, kept) => when(is > 0 === kept, `${kept ? 'in' : 'outside'} the main part of the page`),
  ],
  [
    /^steps (?:up|down) to (?:trunk|core|top|lead)$/,
    'main',
    (steps, kept) =>
      kept ? when(steps <= 1, 'close to the main text') : when(steps >= 3, 'far from the main text'),
  ],
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
    (count, kept) =>
      kept ? when(count <= 1, 'next to running text') : when(count >= 4, 'away from running text'),
  ],
  [
    /^\+1: words$/,
    'prose',
    (next, kept, { words, isProse }) =>
      when(kept && !isProse && next >= Math.max(15, 2 * words), 'just above a longer text'),
  ],
  [
    /^up \d: share of page$/,
    'main',
    (part, kept) =>
      kept
        ? when(part > 0.5, 'in the part of the page with most of its text')
        : when(part < 0.1, 'in a part of the page with little text'),
  ],
  [
    /^copies on the page$/,
    'copies',
    (count, kept) => when(count > 1 && !kept, `found ${count} times on the page`),
  ],
  [
    /^path: blocks$/,
    'path',
    (count, kept) => when(count >= 10 && !kept, `marked up like ${count - 1} other blocks`),
  ],
  [
    /^path: words a block$/,
    'path',
    (words, kept) =>
      kept
        ? when(words >= 15, 'marked up like other long texts')
        : when(words < 10, 'marked up like other short texts'),
  ],
  [
    /^path: share of words$/,
    'path',
    (part, kept) => when(kept && part > 0.3, 'marked up like most of the text'),
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

const amongTexts = (kept: boolean, holds: boolean) => when(holds, `among ${kept ? 'long' : 'short'} texts`);

const when = (holds: boolean, clause: string) => (holds ? clause : undefined);

function isFor(supports: Supports, kept: boolean): boolean {
  return supports === 'either' || supports === (kept ? 'keep' : 'drop');
}
