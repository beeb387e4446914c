import { type PageContext, WORD_PLACE } from './page-context.js';
import { fifths, step } from './tokens.js';
import type { FeatureWriter } from './writer.js';

/** Names of text endings and beginnings; the first match applies. */
const ENDS: readonly (readonly [string, RegExp])[] = [
  ['stop', /[.!?…]["”’»)]?$/],
  ['colon', /:$/],
  ['open', /[,;–—-]$/],
];
const BEGINS: readonly (readonly [string, RegExp])[] = [
  ['capital', /^\p{Lu}/u],
  ['small', /^\p{Ll}/u],
  ['digit', /^\d/],
];

const FIRST = 3;

const nameOf = (rules: typeof ENDS, text: string, otherwise: string) =>
  rules.find(([, rule]) => rule.test(text))?.[0] ?? otherwise;

/** The shape of the text: length, capitals, beginning and end, and the whole text if it is short. */
export function shapeFeatures(
  { texts, tokens, words, leaves }: PageContext,
  out: FeatureWriter,
): (leaf: number) => void {
  const seen = new Map<string, number>();
  const [length, saidBefore] = [out.steps('length '), out.steps('said before ')];
  const [all, ends, begins] = [out.words('all '), out.words('ends '), out.words('begins ')];
  const capitals = Array.from({ length: 6 }, (_, share) => out.steps(`capitals ${share} `));
  return i => {
    const text = texts[i]!;
    length(step(words[i]!));
    if (text === '' || leaves[i]!.kind !== 'text') return;
    if (words[i]! <= 5) all(text.toLowerCase().replace(/\d/g, '0').slice(0, 40));
    ends(nameOf(ENDS, text.slice(-2), 'none'));
    begins(nameOf(BEGINS, text, 'other'));
    capitals[fifths(capitalWords(text), words[i]!)]!(step(Math.min(words[i]!, 16)));
    if (text.length < 200 && text === text.toUpperCase() && /\p{Lu}/u.test(text)) out.has('all capitals');
    const key = text.slice(0, 120);
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    if (before > 0) saidBefore(step(Math.min(before, 4)));
    out.hasValues(tokens[i]!, WORD_PLACE.first, FIRST);
  };
}

/** Number of capitalised words in the first 400 characters. */
function capitalWords(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length && i < 400; i++) {
    if (i > 0 && text.charCodeAt(i - 1) !== 32) continue;
    const code = text.charCodeAt(i);
    if (code < 128 ? code >= 65 && code <= 90 : text[i] !== text[i]!.toLowerCase()) count++;
  }
  return count;
}
