import { wordsOf } from '@webpith/lab';
import type { Surroundings } from './page-blocks.js';
import { countSentences } from './sentences.js';
import { countStopWords, type StopWordLanguage } from './stop-words.js';
import type { TextBlock } from './text-blocks.js';

/** Measurements of a block and its surroundings, from which features are computed. */
export interface BlockMeasurements extends BlockCounts, Surroundings {}

interface BlockCounts {
  readonly words: number;
  readonly linkedWords: number;
  readonly capitalised: number;
  readonly sentences: number;
  readonly stops: number;
  readonly commas: number;
  readonly stopWords: number;
  readonly language: StopWordLanguage | undefined;
  readonly digits: number;
  readonly alphanumerics: number;
  readonly characters: number;
  readonly formatTags: number;
  readonly listTags: number;
  readonly structureTags: number;
}

interface BlockContext {
  readonly before: BlockMeasurements | undefined;
  readonly after: BlockMeasurements | undefined;
  /** Share of the page's words before the block. */
  readonly position: number;
  readonly page: PageMaxima;
}

interface PageMaxima {
  readonly words: number;
  readonly plainWords: number;
  readonly sentences: number;
  readonly stopWords: number;
  /** Share of the page's words before its longest block. */
  readonly longestAt: number;
}

/** `lower`: content is above the threshold; `upper`: below. */
type Bound = 'lower' | 'upper';

export interface Feature {
  readonly name: string;
  readonly title: string;
  readonly bound: Bound;
  readonly value: (measurements: BlockMeasurements, place: BlockContext) => number;
}

const FORMAT_TAGS = new Set('b big blink em font i mark s small strike strong sub sup u var'.split(' '));
const LIST_TAGS = new Set('dd dl dt li ol ul'.split(' '));
const STRUCTURE_TAGS = new Set('br caption center h1 h2 h3 h4 h5 h6 hr p pre'.split(' '));

/** Ratio capped at 1; 0 if the whole is 0. */
export const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.min(1, part / whole));

/**
 * The eight features (§3.3, §3.4). The paper uses ratios of part to rest (stop words to other words). The share of the
 * whole used here orders blocks identically, so thresholds are equivalent, and it stays finite.
 */
export const FEATURES: readonly Feature[] = [
  {
    name: 'sentence-length',
    title: 'average sentence length (words)',
    bound: 'lower',
    value: ({ words, sentences }) => (sentences === 0 ? 0 : words / sentences),
  },
  { name: 'sentences', title: 'number of sentences', bound: 'lower', value: ({ sentences }) => sentences },
  {
    name: 'characters',
    title: 'share of alphanumeric characters',
    bound: 'lower',
    value: ({ alphanumerics, characters }) => share(alphanumerics, characters),
  },
  {
    name: 'stop-words',
    title: 'share of stop words',
    bound: 'lower',
    value: ({ stopWords, words }) => share(stopWords, words),
  },
  {
    name: 'anchors',
    title: 'share of words in anchors',
    bound: 'upper',
    value: ({ linkedWords, words }) => share(linkedWords, words),
  },
  {
    name: 'format',
    title: 'format tags per word',
    bound: 'lower',
    value: ({ formatTags, words }) => share(formatTags, words),
  },
  {
    name: 'lists',
    title: 'list tags per word',
    bound: 'upper',
    value: ({ listTags, words }) => share(listTags, words),
  },
  {
    name: 'structure',
    title: 'structure tags per word',
    bound: 'lower',
    value: ({ structureTags, words }) => share(structureTags, words),
  },
];

export function countBlock(block: TextBlock): BlockCounts {
  const { text } = block;
  const words = wordsOf(text);
  const { count, language } = countStopWords(words);
  return {
    words: words.length,
    linkedWords: Math.min(words.length, wordsOf(block.linked).length),
    capitalised: matches(text, /(?<![\p{L}\p{M}])\p{Lu}/gu),
    sentences: countSentences(text),
    stops: matches(text, /[.!?…。！？]/gu),
    commas: matches(text, /[,;،，、；]/gu),
    stopWords: count,
    language,
    digits: matches(text, /\p{N}/gu),
    // Combining marks count with their letters.
    alphanumerics: matches(text, /[\p{L}\p{N}\p{M}]/gu),
    characters: [...text].length,
    formatTags: countTags(block, FORMAT_TAGS),
    listTags: countTags(block, LIST_TAGS),
    structureTags: countTags(block, STRUCTURE_TAGS),
  };
}

export function featureRows(
  measurements: readonly BlockMeasurements[],
  features: readonly Feature[],
): Float64Array {
  const rows = new Float64Array(measurements.length * features.length);
  const total = measurements.reduce((sum, { words }) => sum + words, 0);
  const page = pageMaxima(measurements, total);
  let passed = 0;
  measurements.forEach((own, block) => {
    const position = share(passed, total);
    const place = { before: measurements[block - 1], after: measurements[block + 1], position, page };
    features.forEach((feature, i) => {
      rows[block * features.length + i] = feature.value(own, place);
    });
    passed += own.words;
  });
  return rows;
}

function pageMaxima(measurements: readonly BlockMeasurements[], total: number): PageMaxima {
  const most = { words: 0, plainWords: 0, sentences: 0, stopWords: 0, longestAt: 0 };
  let passed = 0;
  for (const { words, linkedWords, sentences, stopWords } of measurements) {
    if (words > most.words) most.longestAt = share(passed, total);
    most.words = Math.max(most.words, words);
    most.plainWords = Math.max(most.plainWords, words - linkedWords);
    most.sentences = Math.max(most.sentences, sentences);
    most.stopWords = Math.max(most.stopWords, stopWords);
    passed += words;
  }
  return most;
}

function countTags({ removed }: TextBlock, names: ReadonlySet<string>): number {
  let count = 0;
  for (const [name, times] of removed) if (names.has(name)) count += times;
  return count;
}

function matches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/**
 * More features, as in the outlook of §4.4. The paper suggests parts of speech; since there is no tagger for every
 * language, capitals (names), commas (clauses) and full stops (sentences) approximate them. Position and neighbours are
 * our additions.
 */
const MORE: readonly Feature[] = [
  { name: 'words', title: 'words', bound: 'lower', value: ({ words }) => words },
  {
    name: 'word-length',
    title: 'average word length',
    bound: 'lower',
    value: ({ alphanumerics, words }) => (words === 0 ? 0 : alphanumerics / words),
  },
  {
    name: 'capitals',
    title: 'share of capitalised words',
    bound: 'upper',
    value: ({ capitalised, words }) => share(capitalised, words),
  },
  {
    name: 'digits',
    title: 'share of digits',
    bound: 'upper',
    value: ({ digits, characters }) => share(digits, characters),
  },
  {
    name: 'commas',
    title: 'commas per word',
    bound: 'lower',
    value: ({ commas, words }) => share(commas, words),
  },
  {
    name: 'stops',
    title: 'stops per sentence',
    bound: 'lower',
    value: ({ stops, sentences }) => share(stops, sentences),
  },
  {
    name: 'words-before',
    title: 'words of the block before',
    bound: 'lower',
    value: (_, { before }) => before?.words ?? 0,
  },
  {
    name: 'words-after',
    title: 'words of the block after',
    bound: 'lower',
    value: (_, { after }) => after?.words ?? 0,
  },
  {
    name: 'anchors-before',
    title: 'share of words in anchors, block before',
    bound: 'upper',
    value: (_, { before }) => share(before?.linkedWords ?? 0, before?.words ?? 0),
  },
  {
    name: 'anchors-after',
    title: 'share of words in anchors, block after',
    bound: 'upper',
    value: (_, { after }) => share(after?.linkedWords ?? 0, after?.words ?? 0),
  },
  {
    name: 'position',
    title: 'share of the page before it',
    bound: 'upper',
    value: (_, { position }) => position,
  },
];

export const ALL_FEATURES: readonly Feature[] = [...FEATURES, ...MORE];
