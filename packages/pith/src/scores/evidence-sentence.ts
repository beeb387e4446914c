import { BLOCK_KINDS } from '../blocks/blocks.js';
import { NO_ANCESTOR } from '../features/families/columns.js';
import { FEATURE_NAMES } from '../features/from-blocks.js';
import { once } from '../lazy.js';
import type { GroupSum } from './evidence.js';
import { aboutOf, elementOf, withArticle } from './evidence-in-words.js';

interface Measured {
  readonly kind: number;
  readonly words: number;
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
export function subjectOf({ kind, words, isProse }: Measured): string {
  const count = words === 0 ? 'no words' : `${words} ${words === 1 ? 'word' : 'words'}`;
  const name = NAMES[BLOCK_KINDS[kind] ?? 'text'];
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

/** The reasons of the strongest groups for the decision, and whether it was close. */
export function reasonsInWords(
  groups: readonly GroupSum[],
  kept: boolean,
  { score, cut, records }: Outcome,
): string {
  const sign = kept ? 1 : -1;
  const found: string[] = [];
  const named = new Set<string>();
  for (const { weight, members } of [...groups].sort((a, b) => sign * (b.weight - a.weight))) {
    if (weight * sign <= 0 || found.length === MOST_CLAUSES) break;
    const supporting = members.filter(member => member.weight * sign > 0);
    for (const { feature, value } of supporting) {
      const clause = clauses().get(feature)?.(value, kept);
      // `in a footer` and `in an element named “footer”` are one reason.
      const name = feature.slice(feature.indexOf(': ') + 2);
      if (clause === undefined || found.includes(clause) || named.has(name)) continue;
      found.push(clause);
      named.add(name);
      break;
    }
  }
  if (records * sign > 1)
    found.unshift(kept ? 'in a post or entry of the page' : 'outside the posts or entries of the page');
  if (found.length === 0)
    found.push(kept ? 'like most of this page' : 'with little that marks it as content');
  const close = Math.abs(score - cut) < CLOSE ? '; a close decision' : '';
  return `${found.join(', ')}${close}`;
}

/** How a feature supports a decision, as part of a sentence; undefined if its value does not. */
type Clause = (value: number, kept: boolean, name: string) => string | undefined;

const clauses = /* @__PURE__ */ once(() => {
  const found = new Map<string, (value: number, kept: boolean) => string | undefined>();
  for (const feature of FEATURE_NAMES) {
    for (const [pattern, clause] of CLAUSES) {
      const match = pattern.exec(feature);
      if (match === null) continue;
      found.set(feature, (value, kept) => clause(value, kept, match[1] ?? ''));
      break;
    }
  }
  return found;
});

const CLAUSES: readonly (readonly [pattern: RegExp, clause: Clause])[] = [
  [/^named: (.+)$/, (steps, _, name) => near(steps, `in an element named “${name}”`)],
  [/^near: (.+)$/, (steps, _, name) => near(steps, `in ${withArticle(elementOf(name))}`)],
  [/^own: (.+)$/, (has, _, name) => when(has > 0, `with words about ${aboutOf(name)}`)],
  [/^heading: (.+)$/, (has, _, name) => when(has > 0, `under a heading about ${aboutOf(name)}`)],
  [/^wholly a link$/, (is, kept) => when(is > 0 && !kept, 'all of it one link')],
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
    (prose, kept) =>
      kept
        ? when(prose > 0.5, 'among running text')
        : when(prose < 0.3, 'with little running text around it'),
  ],
  [
    /^in (?:trunk|core|top element)$/,
    (is, kept) => when(is > 0 === kept, `${kept ? 'in' : 'outside'} the main part of the page`),
  ],
  [
    /^steps (?:up|down) to (?:trunk|core|top|lead)$/,
    (steps, kept) =>
      kept ? when(steps <= 1, 'beside the main text') : when(steps >= 3, 'far from the main text'),
  ],
  [
    /^(?:blocks|words) since title$/,
    (count, kept) => when(count < 0 && count > -500 && !kept, 'before the title'),
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
        ? when(part > 0.5, 'in the largest part of the page')
        : when(part < 0.1, 'in a small part of the page'),
  ],
  [/^copies on the page$/, (count, kept) => when(count > 1 && !kept, 'repeated on the page')],
  [
    /^(?:parent )?path: blocks$/,
    (count, kept) => when(count >= 10 && !kept, `one of ${count} blocks in places like this`),
  ],
  [
    /^(?:parent )?path: words a block$/,
    (words, kept) =>
      kept ? when(words >= 15, 'where texts are long') : when(words < 10, 'where texts are short'),
  ],
  [
    /^(?:parent )?path: share of words$/,
    (part, kept) => when(kept && part > 0.3, 'placed like most of the text'),
  ],
  [/^path of lead$/, (is, kept) => when(is > 0 && kept, 'placed like the first running text')],
  [
    /^article share of prose$/,
    (part, kept) => when(kept && part > 0.5, 'in the article with most of the text'),
  ],
  [/^number of article$/, (count, kept) => when(!kept && count > 1, 'in a further article of the page')],
  [/^controls inside$/, (count, kept) => when(!kept && count > 0, 'with buttons or fields')],
  [/^hidden$/, (is, kept) => when(!kept && is > 0, 'hidden')],
  [/^sentence ends$/, (count, kept) => when(!kept && count === 0, 'without a whole sentence')],
  [
    /^\d+\+: words a block$/,
    (words, kept) => (kept ? when(words >= 15, 'among long texts') : when(words < 10, 'among short texts')),
  ],
  [
    /^±\d+: words$/,
    (words, kept) => (kept ? when(words >= 100, 'among long texts') : when(words < 60, 'among short texts')),
  ],
];

const when = (holds: boolean, clause: string) => (holds ? clause : undefined);
const near = (steps: number, clause: string) => when(steps < NO_ANCESTOR, clause);
