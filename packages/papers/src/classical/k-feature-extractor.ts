import { kMeans, numberOption } from '@webpith/learn';
import { writeKept } from '../write-text.js';
import { baseline } from './baseline.js';
import {
  BLOCK_FEATURES,
  type FeatureBlock,
  featureBlocks,
  isTextDominant,
  marksOf,
} from './feature-blocks.js';
import { BLOCK_TAGS } from './feature-extractor.js';
import { namesOption } from './names-option.js';

/**
 * K-Feature Extractor, paper 003, section 3.2: clusters the blocks that pass the first iteration of the Feature
 * Extractor by k-means on their feature values; the cluster whose centre has most text is the content. The paper does
 * not give k.
 */
export const kFeatureExtractor = baseline({
  name: 'kfe',
  title: 'K-Feature Extractor',
  describe: 'The cluster of blocks that is richest in text.',
  options: {
    blockTags: namesOption(BLOCK_TAGS, 'tags that make a block'),
    k: numberOption(3, { from: 1, whole: true }, 'clusters'),
  },
  text(tree, { blockTags, k }) {
    const blocks = featureBlocks(tree, blockTags).filter(isTextDominant);
    return writeKept(tree, marksOf(tree, richestCluster(blocks, k)));
  },
});

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
