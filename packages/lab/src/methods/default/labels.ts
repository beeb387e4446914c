import { type Blocks, TAG } from 'webpith/stages';
import { alignTexts } from '../../alignment/align.js';
import type { Gold } from '../../corpora/corpus.js';
import type { PageLabels } from '../../corpora/labels.js';
import type { Example } from '../../extractor.js';
import { wordsOf } from '../../metrics/words.js';

export interface BlockLabels {
  /** Share of each block's words that are content, or -1 if unlabelled. */
  readonly share: Float32Array;
  readonly words: Uint32Array;
  /** Share of gold words found on the page; 1 for pages with snippets only. */
  readonly coverage: number;
}

/** Pages with less coverage are excluded: their content is loaded by script, or changed after the gold was made. */
export const LEAST_COVERAGE = 0.6;

/** Labels that are content in some corpora and not in others. Their blocks are neither trained on nor counted. */
const CORPUS_SPECIFIC: ReadonlySet<string> = new Set(['title', 'byline', 'date', 'caption']);

/** Words beyond this number do not add to the weight of a block. Set by hand. */
const LONGEST_COUNTED = 200;

/** Weight of a block within its page, less than proportional to its length. */
export function weightOfWords(words: number): number {
  return Math.sqrt(Math.min(words, LONGEST_COUNTED) + 0.5);
}

/** Labels given by annotators; the label of a block is stored at its first text node. */
export function fromAnnotations(
  blocks: Pick<Blocks, 'texts' | 'first'>,
  { nodes }: Pick<PageLabels, 'nodes'>,
): BlockLabels {
  const share = Float32Array.from(blocks.first, node => {
    const label = nodes[node];
    return label === undefined || CORPUS_SPECIFIC.has(label) ? -1 : label === 'content' ? 1 : 0;
  });
  return { share, words: Uint32Array.from(blocks.texts, text => wordsOf(text).length), coverage: 1 };
}

export function labelBlocks(blocks: Pick<Blocks, 'texts'>, gold: Gold): BlockLabels {
  const texts = blocks.texts.map(wordsOf);
  const words = Uint32Array.from(texts, text => text.length);
  const goldWords = wordsOf(gold.text ?? '');
  return goldWords.length > 0 ? fromText(texts, words, goldWords) : fromSnippets(texts, words, gold);
}

function fromText(texts: readonly string[][], words: Uint32Array, gold: readonly string[]): BlockLabels {
  const { shares, coverage } = alignTexts(texts, gold);
  return { share: Float32Array.from(shares), words, coverage };
}

function fromSnippets(texts: readonly string[][], words: Uint32Array, gold: Gold): BlockLabels {
  const lines = texts.map(text => ` ${text.join(' ')} `);
  const wanted = phrases(gold.with);
  const unwanted = phrases(gold.without);
  const share = Float32Array.from(lines, line => {
    const isContent = wanted.some(phrase => line.includes(phrase));
    const isNoise = unwanted.some(phrase => line.includes(phrase));
    return isContent === isNoise ? -1 : isContent ? 1 : 0;
  });
  return { share, words, coverage: 1 };
}

function phrases(snippets: readonly string[] = []): string[] {
  return snippets
    .map(wordsOf)
    .filter(words => words.length > 0)
    .map(words => words.join(' '));
}

/** Labels that count as content; those that count as noise follow. All other labels are ignored. */
const CONTENT: ReadonlySet<string> = new Set([
  'main content',
  'good main',
  'content',
  'article',
  'body',
  'post',
  'introduction',
  'heading',
  'paragraph',
]);
const NOISE: ReadonlySet<string> = new Set(['noise', 'good noisy', 'comment', 'comments', 'none']);

/** Share of each block that is content, or -1 if unlabelled; undefined if the example has no usable gold. */
export function shareOfBlocks(blocks: Blocks, { page, labels }: Example): Float32Array | undefined {
  const fromPeople = labels && sharesFromNodes(blocks, labels);
  if (fromPeople) return fromPeople;
  if (!page.text?.trim() && !page.with?.length && !page.without?.length) return undefined;
  const { share, coverage } = labelBlocks(blocks, page);
  return coverage < LEAST_COVERAGE ? undefined : share;
}

/** By the innermost label of each text node; unlabelled text is noise, since annotators mark all content. */
function sharesFromNodes(blocks: Blocks, { nodes }: PageLabels): Float32Array | undefined {
  const { tree } = blocks;
  const side = new Int8Array(tree.count);
  let isLabelled = false;
  for (let node = 0; node < tree.count; node++) {
    const label = nodes[node];
    const own = label === undefined ? 0 : CONTENT.has(label) ? 1 : NOISE.has(label) ? -1 : 0;
    isLabelled ||= own !== 0;
    side[node] = own !== 0 || node === 0 ? own : side[tree.parent[node]!]!;
  }
  return isLabelled
    ? Float32Array.from({ length: blocks.count }, (_, b) => contentShare(blocks, b, side))
    : undefined;
}

function contentShare({ tree, first, end }: Blocks, block: number, side: Int8Array): number {
  let content = 0;
  let all = 0;
  for (let node = first[block]!; node < end[block]!; node++) {
    if (tree.tag[node] !== TAG['#text']) continue;
    const length = tree.text(node).trim().length;
    all += length;
    if (side[node] === 1) content += length;
  }
  return all > 0 ? content / all : 0;
}
