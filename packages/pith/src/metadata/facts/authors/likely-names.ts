import { wordsOf } from '../../likeness.js';
import { blockAt, type PageReading } from '../page-reading.js';
import { givenNames } from './given-names.js';
import type { AuthorCandidate, AuthorMention } from './mention.js';

export const NAME_COLUMNS: readonly string[] = [
  'given name',
  'part of the name of the site',
  'in capitals',
  'words met in lower case',
  'blocks from a date',
];

/** Cap on the distance to a date, in blocks. Set by hand. */
const FAR = 60;

export function nameRows(page: PageReading, candidates: readonly AuthorCandidate[]): number[][] {
  const dated = datedBlocks(page);
  const common = commonWords(page, candidates);
  return candidates.map(({ name, mentions }) => {
    const words = wordsOf(name);
    const letters = name.replace(/[^\p{L}]/gu, '');
    return [
      givenNames(name),
      page.site.isPart(name) ? 1 : 0,
      letters === letters.toUpperCase() && letters !== letters.toLowerCase() ? 1 : 0,
      words.filter(word => common.has(word)).length / Math.max(1, words.length),
      Math.min(FAR, ...mentions.map(mention => toDate(page, mention, dated))),
    ];
  });
}

const DATED = /(?:19|20)\d\d|\d\s?[./-]\s?\d\d?\s?[./-]\s?\d\d|\d\s?[年년]/;
const LINE_WORDS = 16;

function datedBlocks({ blocks, survey }: PageReading): number[] {
  const dated = new Set(survey.times.slice(0, 100).map(node => blockAt(blocks, node)));
  for (let block = 0; block < blocks.count; block++)
    if (blocks.words[block]! <= LINE_WORDS && DATED.test(blocks.texts[block]!)) dated.add(block);
  return [...dated].sort((a, b) => a - b);
}

function toDate({ blocks }: PageReading, { node }: AuthorMention, dated: readonly number[]): number {
  if (node === undefined) return FAR;
  const own = blockAt(blocks, node);
  return Math.min(FAR, ...dated.map(block => Math.abs(block - own)));
}

const MOST_TEXT = 30_000;

/**
 * A word that begins with a lower-case letter. Matching letters of every script is ten times slower than matching
 * ASCII.
 */
const LOWER = /(?<!\p{L})\p{Ll}[\p{L}\p{M}]*/gu;
const PLAIN_LOWER = /(?<![A-Za-z])[a-z][A-Za-z]*/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is that of ASCII
const PLAIN = /^[\x00-\x7f]*$/;

/** Words of the candidates that the page also writes in lower case, as it does common words. */
function commonWords({ blocks }: PageReading, candidates: readonly AuthorCandidate[]): ReadonlySet<string> {
  const common = new Set<string>();
  const words = new Set(candidates.flatMap(({ name }) => wordsOf(name)));
  if (words.size === 0) return common;
  for (let block = 0, left = MOST_TEXT; block < blocks.count && left > 0; block++) {
    const text = blocks.texts[block]!.slice(0, left);
    left -= text.length;
    for (const word of text.match(PLAIN.test(text) ? PLAIN_LOWER : LOWER) ?? [])
      if (words.has(word)) common.add(word);
  }
  return common;
}
