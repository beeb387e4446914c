import { type Extraction, type Page, wordsOf } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import { type PageTree, TAG } from 'webpith/stages';
import { isCommentName, isNoiseName, namesOf } from '../density/plus/page-map.js';
import { countSentences, countStopWords, type StopWordLanguage } from './language.js';
import { type ElementOptions, operationsOn, type TextBlock, textBlocks } from './text-blocks.js';

export interface PageBlocks {
  readonly blocks: readonly TextBlock[];
  readonly measurements: readonly BlockMeasurements[];
}

export function blockReader(options: ElementOptions): (page: Pick<Page, 'html' | 'tree'>) => PageBlocks {
  const operations = operationsOn(options);
  return page => {
    const tree = pageTree(page);
    const blocks = textBlocks(tree, operations);
    const around = surroundingsOf(tree, blocks);
    return { blocks, measurements: blocks.map((block, i) => ({ ...countBlock(block), ...around[i]! })) };
  };
}

export function keptExtraction(page: PageBlocks, keep: ArrayLike<number>): Extraction {
  const text = keptText(page, keep);
  return { text, language: countStopWords(wordsOf(text)).language };
}

export function keptText({ blocks }: PageBlocks, keep: ArrayLike<number>): string {
  return blocks
    .filter((_, i) => keep[i] !== 0)
    .map(block => block.text)
    .join('\n');
}

interface Surroundings {
  readonly namedNoise: number;
  readonly apart: number;
}

function surroundingsOf(tree: PageTree, blocks: readonly TextBlock[]): Surroundings[] {
  const noise = countNoiseNames(tree);
  const steps = countOutside(tree, longestBlockElement(blocks));
  return blocks.map(({ holder }) => ({ namedNoise: noise[holder]!, apart: steps[holder]! }));
}

function longestBlockElement(blocks: readonly TextBlock[]): number {
  let most: TextBlock | undefined;
  for (const block of blocks) if (most === undefined || block.text.length > most.text.length) most = block;
  return most?.holder ?? 0;
}

function countNoiseNames(tree: PageTree): Int32Array {
  const { tag, parent, count } = tree;
  const noise = new Int32Array(count);
  for (let node = 1; node < count; node++) {
    const isWhole = tag[node] === TAG.html || tag[node] === TAG.body;
    const names = isWhole || tag[node] === TAG['#text'] ? '' : namesOf(tree, node);
    const isNamed = names !== '' && (isNoiseName(names) || isCommentName(names));
    noise[node] = noise[parent[node]!]! + (isNamed ? 1 : 0);
  }
  return noise;
}

function countOutside({ parent, end, count }: PageTree, from: number): Int32Array {
  const steps = new Int32Array(count);
  let outside = 0;
  for (let node = from, inner = from; ; inner = node, node = parent[node]!, outside++) {
    const innerEnd = inner === node ? inner : end[inner]!;
    steps.fill(outside, node, inner);
    steps.fill(outside, Math.max(innerEnd, node), end[node]!);
    if (node === 0) return steps;
  }
}

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
  readonly position: number;
  readonly page: PageMaxima;
}

interface PageMaxima {
  readonly words: number;
  readonly plainWords: number;
  readonly sentences: number;
  readonly stopWords: number;
  readonly longestAt: number;
}

export interface Feature {
  readonly name: string;
  readonly title: string;
  readonly bound: 'lower' | 'upper';
  readonly value: (measurements: BlockMeasurements, place: BlockContext) => number;
}

const FORMAT_TAGS = new Set('b big blink em font i mark s small strike strong sub sup u var'.split(' '));
const LIST_TAGS = new Set('dd dl dt li ol ul'.split(' '));
const STRUCTURE_TAGS = new Set('br caption center h1 h2 h3 h4 h5 h6 hr p pre'.split(' '));

/** Content is at or above the threshold. */
export function lower(name: string, title: string, value: Feature['value']): Feature {
  return { name, title, bound: 'lower', value };
}

/** Content is at or below the threshold. */
export function upper(name: string, title: string, value: Feature['value']): Feature {
  return { name, title, bound: 'upper', value };
}

/** Ratio capped at 1; 0 if the whole is 0. */
export const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.min(1, part / whole));

/**
 * The eight features (§3.3, §3.4). The paper uses ratios of part to rest (stop words to other words). The share of the
 * whole used here orders blocks identically, so thresholds are equivalent, and it stays finite.
 */
export const FEATURES: readonly Feature[] = [
  lower('sentence-length', 'average sentence length (words)', ({ words, sentences }) =>
    sentences === 0 ? 0 : words / sentences,
  ),
  lower('sentences', 'number of sentences', ({ sentences }) => sentences),
  lower('characters', 'share of alphanumeric characters', ({ alphanumerics, characters }) =>
    share(alphanumerics, characters),
  ),
  lower('stop-words', 'share of stop words', ({ stopWords, words }) => share(stopWords, words)),
  upper('anchors', 'share of words in anchors', ({ linkedWords, words }) => share(linkedWords, words)),
  lower('format', 'format tags per word', ({ formatTags, words }) => share(formatTags, words)),
  upper('lists', 'list tags per word', ({ listTags, words }) => share(listTags, words)),
  lower('structure', 'structure tags per word', ({ structureTags, words }) => share(structureTags, words)),
];

function countBlock(block: TextBlock): BlockCounts {
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
    // Combining marks belong to letters, so they count as alphanumeric.
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
  lower('words', 'words', ({ words }) => words),
  lower('word-length', 'average word length', ({ alphanumerics, words }) =>
    words === 0 ? 0 : alphanumerics / words,
  ),
  upper('capitals', 'share of capitalised words', ({ capitalised, words }) => share(capitalised, words)),
  upper('digits', 'share of digits', ({ digits, characters }) => share(digits, characters)),
  lower('commas', 'commas per word', ({ commas, words }) => share(commas, words)),
  lower('stops', 'stops per sentence', ({ stops, sentences }) => share(stops, sentences)),
  lower('words-before', 'words of the block before', (_, { before }) => before?.words ?? 0),
  lower('words-after', 'words of the block after', (_, { after }) => after?.words ?? 0),
  upper('anchors-before', 'share of words in anchors, block before', (_, { before }) =>
    share(before?.linkedWords ?? 0, before?.words ?? 0),
  ),
  upper('anchors-after', 'share of words in anchors, block after', (_, { after }) =>
    share(after?.linkedWords ?? 0, after?.words ?? 0),
  ),
  upper('position', 'share of the page before it', (_, { position }) => position),
];

export const ALL_FEATURES: readonly Feature[] = [...FEATURES, ...MORE];
