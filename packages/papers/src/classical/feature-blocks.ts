import { isVisibleText } from '@webpith/lab/internals';
import { IS_FORMATTING, meaning, type PageTree, TAG } from 'webpith/stages';
import { visibleLengths } from '../write-text.js';

/** What is counted of a block: its text in characters, the others in elements. */
export const BLOCK_FEATURES = ['text', 'links', 'formats', 'images', 'applets', 'scripts', 'blocks'] as const;
type BlockFeature = (typeof BLOCK_FEATURES)[number];

/** Tags that count towards a feature; `applet` has its successors. */
const FEATURE_OF_TAG = new Map<number, BlockFeature>([
  [TAG.a, 'links'],
  ...[TAG.img, TAG.picture, TAG.svg, TAG.map].map(tag => [tag, 'images'] as const),
  ...[TAG.applet, TAG.object, TAG.embed, TAG.iframe, TAG.video, TAG.audio].map(
    tag => [tag, 'applets'] as const,
  ),
  [TAG.script, 'scripts'],
]);

/** A block of the Feature Extractor: its text nodes and counts. */
export interface FeatureBlock {
  readonly texts: number[];
  readonly counts: Record<BlockFeature, number>;
  /** Counts over the largest of any block of the page: 0 to 1. */
  readonly values: Record<BlockFeature, number>;
}

/**
 * Cuts a page into blocks, paper 003, algorithm 3.2: an element with one of the tags is a block. As written, the
 * algorithm replaces a block by those inside it and loses what stands between them; here that remains a block of its
 * own. A tag that holds nothing (`hr`) cuts the block it stands in instead.
 */
export function featureBlocks(tree: PageTree, blockTags: readonly string[]): FeatureBlock[] {
  const names = new Set(blockTags);
  const lengths = visibleLengths(tree);
  const container = new Int32Array(tree.count); // innermost element that is a block
  const current = new Map<number, FeatureBlock>([[0, emptyBlock()]]); // block that a container is filling
  const blocks = [current.get(0)!];
  const openBlock = (node: number) => {
    const block = emptyBlock();
    current.set(node, block);
    blocks.push(block);
  };
  for (let node = 1; node < tree.count; node++) {
    const up = container[tree.parent[node]!]!;
    const block = current.get(up)!;
    const tag = tree.tag[node]!;
    container[node] = up;
    if (isVisibleText(tree, node)) {
      block.texts.push(node);
      block.counts.text += lengths[node]!;
    } else if (tag > TAG['#comment'] && names.has(tree.tagName(node))) {
      block.counts.blocks++;
      if (tag !== TAG.hr) container[node] = node;
      openBlock(container[node]!);
    } else {
      const feature = FEATURE_OF_TAG.get(tag) ?? (meaning(tag) & IS_FORMATTING ? 'formats' : undefined);
      if (feature) block.counts[feature]++;
    }
  }
  return withValues(blocks);
}

function emptyBlock(): FeatureBlock {
  const zeros = () =>
    Object.fromEntries(BLOCK_FEATURES.map(name => [name, 0])) as Record<BlockFeature, number>;
  return { texts: [], counts: zeros(), values: zeros() };
}

/** Characters and elements cannot be compared: each count is taken over the largest of its kind on the page. */
function withValues(blocks: FeatureBlock[]): FeatureBlock[] {
  for (const name of BLOCK_FEATURES) {
    let largest = 0;
    for (const block of blocks) largest = Math.max(largest, block.counts[name]);
    if (largest > 0) for (const block of blocks) block.values[name] = block.counts[name] / largest;
  }
  return blocks;
}

/** Whether a block has text and no other feature is stronger in it: the first pass of both extractors. */
export function isTextDominant({ values }: FeatureBlock): boolean {
  return values.text > 0 && BLOCK_FEATURES.every(name => values[name] <= values.text);
}

/** Probability of text in a block: its value over the sum of all values; 1 for a block of nothing but text. */
export function textPurity({ values }: FeatureBlock): number {
  let sum = 0;
  for (const name of BLOCK_FEATURES) sum += values[name];
  return sum === 0 ? 0 : values.text / sum;
}

/** Marks the text nodes of blocks, one entry a node of the tree. */
export function marksOf(tree: PageTree, blocks: readonly FeatureBlock[]): Uint8Array {
  const marks = new Uint8Array(tree.count);
  for (const block of blocks) for (const node of block.texts) marks[node] = 1;
  return marks;
}
