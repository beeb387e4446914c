import { BLOCK_KINDS } from '../blocks/blocks.js';
import { characterClass, IDEOGRAPH } from '../blocks/characters.js';
import { NO_ANCESTOR } from '../features/families/columns.js';
import { FEATURE_NAMES } from '../features/from-blocks.js';
import { once } from '../lazy.js';
import type { GroupSum } from './evidence.js';
import { elementInWords, keywordInWords, nameInWords, type Supports, withArticle } from './names-in-words.js';

interface Measured {
  readonly kind: number;
  readonly words: number;
  readonly text: string;
  readonly isProse: boolean;
}

interface Outcome {
  readonly score: number;
  readonly cut: number;
  readonly records: number;
}

/** Most reasons in a sentence. Set by hand. */
const MOST_CLAUSES = 2;
/** A decision is close below this difference of log-odds. Set by hand. */
const CLOSE = 0.4;

/** `60 words of running text`, `a heading of 4 words`. */
export function subjectOf({ kind, words, text, isProse }: Measured): string {
  const name = NAMES[BLOCK_KINDS[kind] ?? 'text'];
  if (words === 0) return `${withArticle(name ?? 'text')} without words`;
  const unit = isCountedInCharacters(text, words) ? 'character' : 'word';
  const count = `${words} ${unit}${words === 1 ? '' : 's'}`;
  if (name !== undefined) return `${withArticle(name)} of ${count}`;
  return isProse ? `${count} of running text` : count;
}

const NAMES: Readonly<Partial<Record<(typeof BLOCK_KINDS)[number], string>>> = {
  heading: 'heading',
  item: 'list item',
  cell: 'table cell',
  code: 'block of code',
  caption: 'caption',
  quote: 'quotation',
  term: 'term or definition',
  control: 'button or field',
};

/** In scripts without spaces, each character counts as a word. */
function isCountedInCharacters(text: string, words: number): boolean {
  let ideographs = 0;
  for (let i = 0; i < text.length; i++) if (characterClass(text.charCodeAt(i)) === IDEOGRAPH) ideographs++;
  return ideographs * 2 > words;
}

/** The reasons of the strongest groups for the decision, and whether it was close. */
export function reasonsInWords(
  groups: readonly GroupSum[],
  kept: boolean,
  { isProse }: Measured,
  { score, cut, records }: Outcome,
): string {
  const sign = kept ? 1 : -1;
  const found: string[] = [];
  const named = new Set<string>();
  for (const { weight, members } of [...groups].sort((a, b) => sign * (b.weight - a.weight))) {
    if (weight * sign <= 0 || found.length === MOST_CLAUSES) break;
    const supporting = members.filter(member => member.weight * sign > 0);
    for (const { feature, value } of supporting) {
      const clause = clauses().get(feature)?.(value, kept, isProse);
      // `in a footer` and `in an element named “footer”` are one reason.
      const name = feature.slice(feature.indexOf(': ') + 2);
      if (clause === undefined || found.includes(clause) || named.has(name)) continue;
      found.push(clause);
      named.add(name);
      break;
    }
  }
  if (records * sign > 1) found.unshift(`${kept ? 'in' : 'outside'} the posts or entries of the page`);
  if (found.length === 0) found.push('for many small reasons');
  const close = Math.abs(score - cut) < CLOSE ? '; a close decision' : '';
  return `${found.slice(0, MOST_CLAUSES).join(' and ')}${close}`;
}

/** How a feature supports a decision, as part of a sentence; undefined if its value does not. */
type Clause = (value: number, kept: boolean, isProse: boolean, name: string) => string | undefined;

const clauses = /* @__PURE__ */ once(() => {
  const found = new Map<string, (value: number, kept: boolean, isProse: boolean) => string | undefined>();
  for (const feature of FEATURE_NAMES) {
    for (const [pattern, clause] of CLAUSES) {
      const match = pattern.exec(feature);
      if (match === null) continue;
      found.set(feature, (value, kept, isProse) => clause(value, kept, isProse, match[1] ?? ''));
      break;
    }
  }
  return found;
});

/** Clauses by feature name. Each returns its words if the value of the feature supports the decision. */
const CLAUSES: readonly (readonly [pattern: RegExp, clause: Clause])[] = [
  [
    /^named: (.+)$/,
    (steps, kept, _, name) => {
      const [words, supports] = nameInWords(name);
      return when(steps < NO_ANCESTOR && isFor(supports, kept), `in a part of the page marked as ${words}`);
    },
  ],
  [
    /^near: (.+)$/,
    (steps, kept, _, name) => {
      const [words, supports] = elementInWords(name);
      return when(steps < NO_ANCESTOR && isFor(supports, kept), words);
    },
  ],
  [
    /^own: (.+)$/,
    (has, kept, isProse, name) => {
      const [words, supports] = keywordInWords(name);
      return when(has > 0 && !isProse && isFor(supports, kept), `with ${words}`);
    },
  ],
  [
    /^heading: (.+)$/,
    (has, kept, _, name) => {
      const [words, supports] = keywordInWords(name);
      return when(has > 0 && isFor(supports, kept), `under a heading with ${words}`);
    },
  ],
  [/^wholly a link$/, (is, kept) => when(is > 0 && !kept, 'inside a link')],
  [
    /^link density$/,
    (density, kept) =>
      kept
        ? when(density < 0.2, density > 0 ? 'with few links' : 'without links')
        : when(density > 0.5, 'mostly links'),
  ],
  [
    /link density$/,
    (density, kept) =>
      kept ? when(density < 0.2, 'among text with few links') : when(density > 0.4, 'among links'),
  ],
  [
    /prose share$/,
    (prose, kept, isProse) =>
      kept
        ? when(prose > 0.5, `among ${isProse ? 'other ' : ''}running text`)
        : when(prose < 0.3, 'with little running text around it'),
  ],
  [
    /^in (?:trunk|core|top element)$/,
    (is, kept) => when(is > 0 === kept, `${kept ? 'in' : 'outside'} the main part of the page`),
  ],
  [
    /^steps (?:up|down) to (?:trunk|core|top|lead)$/,
    (steps, kept) =>
      kept ? when(steps <= 1, 'close to the main text') : when(steps >= 3, 'far from the main text'),
  ],
  [
    /^(?:blocks|words) since title$/,
    (count, kept) => when(count < 0 && count > -500 && !kept, 'above the title of the page'),
  ],
  [
    /^(?:block|word|source) share before$/,
    (before, kept) =>
      when(!kept && (before > 0.75 || before < 0.15), `near the ${before > 0.5 ? 'end' : 'top'} of the page`),
  ],
  [
    /^blocks (?:since|until) prose$/,
    (count, kept) =>
      kept ? when(count <= 1, 'next to running text') : when(count >= 4, 'away from running text'),
  ],
  [
    /^up \d: share of page$/,
    (part, kept) =>
      kept
        ? when(part > 0.5, 'in the part of the page with most of its text')
        : when(part < 0.1, 'in a small part of the page'),
  ],
  [/^copies on the page$/, (count, kept) => when(count > 1 && !kept, `found ${count} times on the page`)],
  [/^path: blocks$/, (count, kept) => when(count >= 10 && !kept, `marked up like ${count - 1} other blocks`)],
  [
    /^path: words a block$/,
    (words, kept) =>
      kept
        ? when(words >= 15, 'marked up like other long texts')
        : when(words < 10, 'marked up like other short texts'),
  ],
  [/^path: share of words$/, (part, kept) => when(kept && part > 0.3, 'marked up like most of the text')],
  [/^path of lead$/, (is, kept) => when(is > 0 && kept, 'marked up like the first running text')],
  [
    /^article share of prose$/,
    (part, kept) => when(kept && part > 0.5, 'in the article with most of the text'),
  ],
  [/^number of article$/, (count, kept) => when(!kept && count > 1, 'in another article of the page')],
  [/^controls inside$/, (count, kept) => when(!kept && count > 0, 'with buttons or form fields')],
  [/^hidden$/, (is, kept) => when(!kept && is > 0, 'hidden')],
  [
    /^last character$/,
    (last, kept) =>
      kept
        ? when(last === FULL_STOP, 'ending with a full stop')
        : when(last <= LETTER, 'not ending like a sentence'),
  ],
  [/^sentence ends$/, (count, kept) => when(!kept && count === 0, 'without a full sentence')],
  [/^\d+\+: words a block$/, (words, kept) => amongTexts(kept, kept ? words >= 15 : words < 10)],
  [/^±\d+: words$/, (words, kept) => amongTexts(kept, kept ? words >= 100 : words < 60)],
];

/** Values of `last character`. */
const [LETTER, FULL_STOP] = [1, 5];

const amongTexts = (kept: boolean, holds: boolean) => when(holds, `among ${kept ? 'long' : 'short'} texts`);

const when = (holds: boolean, clause: string) => (holds ? clause : undefined);

function isFor(supports: Supports, kept: boolean): boolean {
  return supports === 'either' || supports === (kept ? 'keep' : 'drop');
}
