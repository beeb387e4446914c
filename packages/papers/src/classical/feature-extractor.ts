import { isVisibleText } from '@webpith/lab/internals';
import { kMeans } from '@webpith/learn';
import { IS_FORMATTING, meaning, type PageTree, TAG } from 'webpith/stages';
import { visibleLengths, writeKept } from '../write-text.js';

/** `text` is in characters; the others are numbers of elements. */
const BLOCK_FEATURES = ['text', 'links', 'formats', 'images', 'applets', 'scripts', 'blocks'] as const;
type BlockFeature = (typeof BLOCK_FEATURES)[number];

/** Embedded media and frames count as applets, which they have replaced. */
const FEATURE_OF_TAG = new Map<number, BlockFeature>([
  [TAG.a, 'links'],
  ...[TAG.img, TAG.picture, TAG.svg, TAG.map].map(tag => [tag, 'images'] as const),
  ...[TAG.applet, TAG.object, TAG.embed, TAG.iframe, TAG.video, TAG.audio].map(
    tag => [tag, 'applets'] as const,
  ),
  [TAG.script, 'scripts'],
]);

interface FeatureBlock {
  readonly texts: number[];
  readonly counts: Record<BlockFeature, number>;
  readonly values: Record<BlockFeature, number>;
}

/**
 * Divides a page into blocks, paper 003, algorithm 3.2: an element with one of the tags is a block. As published, the
 * algorithm replaces a block by the blocks in it and loses the text between them; here that text remains a block. A
 * void tag (`hr`) divides the block around it.
 */
export function featureBlocks(tree: PageTree, blockTags: readonly string[]): FeatureBlock[] {
  const names = new Set(blockTags);
  const lengths = visibleLengths(tree);
  const container = new Int32Array(tree.count);
  const current = new Map<number, FeatureBlock>([[0, emptyBlock()]]);
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

/** Divides each count by the largest on the page, because characters and elements are not comparable. */
function withValues(blocks: FeatureBlock[]): FeatureBlock[] {
  for (const name of BLOCK_FEATURES) {
    let largest = 0;
    for (const block of blocks) largest = Math.max(largest, block.counts[name]);
    if (largest > 0) for (const block of blocks) block.values[name] = block.counts[name] / largest;
  }
  return blocks;
}

export function isTextDominant({ values }: FeatureBlock): boolean {
  return values.text > 0 && BLOCK_FEATURES.every(name => values[name] <= values.text);
}

export function textPurity({ values }: FeatureBlock): number {
  let sum = 0;
  for (const name of BLOCK_FEATURES) sum += values[name];
  return sum === 0 ? 0 : values.text / sum;
}

export function marksOf(tree: PageTree, blocks: readonly FeatureBlock[]): Uint8Array {
  const marks = new Uint8Array(tree.count);
  for (const block of blocks) for (const node of block.texts) marks[node] = 1;
  return marks;
}

const BLOCK_TAGS = ['table', 'tr', 'hr', 'ul'] as const;

/**
 * Feature Extractor, paper 003, section 3.2 and algorithm 3.2, with text as the wanted feature: of the blocks in
 * which text is the strongest feature, the purest one is the content (section 6.6.4). The paper gives no formula for
 * purity; see `textPurity`. Of equally pure blocks, the one with the most text wins.
 */
export function featureExtractor(tree: PageTree): string {
  const winner = purest(featureBlocks(tree, BLOCK_TAGS).filter(isTextDominant));
  return winner ? writeKept(tree, marksOf(tree, [winner])) : '';
}

function purest(blocks: readonly FeatureBlock[]): FeatureBlock | undefined {
  let best: FeatureBlock | undefined;
  for (const block of blocks) {
    const gain = best ? textPurity(block) - textPurity(best) : 1;
    if (gain > 0 || (gain === 0 && block.counts.text > best!.counts.text)) best = block;
  }
  return best;
}

/**
 * K-Feature Extractor, paper 003, section 3.2: clusters the blocks in which text is the strongest feature by k-means;
 * the cluster whose centre has the most text is the content. The paper does not give k.
 */
export function kFeatureExtractor(tree: PageTree, k = 3): string {
  const blocks = featureBlocks(tree, BLOCK_TAGS).filter(isTextDominant);
  return writeKept(tree, marksOf(tree, richestCluster(blocks, k)));
}

function richestCluster(blocks: readonly FeatureBlock[], k: number): readonly FeatureBlock[] {
  if (blocks.length === 0) return [];
  const data = Float64Array.from(blocks.flatMap(block => BLOCK_FEATURES.map(name => block.values[name])));
  const rows = { kind: 'dense', rows: blocks.length, columns: BLOCK_FEATURES.length, data } as const;
  const { centres, assignments } = kMeans(rows, { k: Math.min(k, blocks.length) });
  const text = BLOCK_FEATURES.indexOf('text');
  let richest = 0;
  for (let cluster = 1; cluster < centres.rows; cluster++) {
    const value = (of: number) => centres.data[of * centres.columns + text]!;
    if (value(cluster) > value(richest)) richest = cluster;
  }
  return blocks.filter((_, i) => assignments[i] === richest);
}
