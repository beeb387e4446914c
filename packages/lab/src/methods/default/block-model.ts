import type { BoostingModel, BoostingOptions, Dataset } from '@pith/learn';
import { fitInWorker } from '@pith/learn/workers';
import { FEATURE_NAMES } from 'pith/internals';
import { LEAST_COVERAGE } from './labels.js';
import type { TrainingPage, TrainingSet } from './training-set.js';

/**
 * Chosen by cross-validation grouped by site. Wide column sampling matters more than anything else here: the columns
 * repeat each other, and trees that see a quarter of them disagree usefully.
 */
export const BLOCK_MODEL: Partial<BoostingOptions> = {
  rounds: 240,
  learningRate: 0.055,
  maxLeaves: 31,
  minLeafRows: 80,
  l2: 5,
  rowShare: 0.7,
  columnShare: 0.25,
  maxBins: 63,
  seed: 1,
};

/** A long block counts for more than a short one, but a page of long blocks for no more than any other page. */
const LONGEST_COUNTED = 200;
/** A block labelled by a snippet is one of few its page has; it counts as much as an average block does. */
const SNIPPET_WEIGHT = 1;

/** Fits the model of blocks to some pages, in a thread of its own. */
export async function fitBlockModel(
  set: TrainingSet,
  pages: readonly TrainingPage[],
  options: Partial<BoostingOptions> = BLOCK_MODEL,
  onProgress: (share: number) => void = () => {},
): Promise<BoostingModel> {
  return (await fitInWorker('boosting', options, blockDataset(set, pages), { onProgress })) as BoostingModel;
}

/** The labelled blocks of some pages; pages whose gold is not on them are left out. */
function blockDataset(set: TrainingSet, pages: readonly TrainingPage[]): Dataset {
  const blocks: number[] = [];
  const weights: number[] = [];
  for (const page of pages) {
    if (page.coverage < LEAST_COVERAGE) continue;
    const weigh = blockWeights(set, page);
    for (let row = page.first; row < page.first + page.blocks; row++) {
      if (set.share[row]! < 0) continue;
      blocks.push(row);
      weights.push(weigh(row));
    }
  }
  const data = new Float32Array(blocks.length * set.width);
  blocks.forEach((row, i) => {
    data.set(set.rows.subarray(row * set.width, (row + 1) * set.width), i * set.width);
  });
  return {
    attributes: FEATURE_NAMES.map(name => ({ name, kind: 'numeric' })),
    x: { kind: 'dense', rows: blocks.length, columns: set.width, data },
    y: Int32Array.from(blocks, row => (set.share[row]! > 0.5 ? 1 : 0)),
    classes: ['noise', 'content'],
    weights: Float64Array.from(weights),
  };
}

/** Square root of the words, shared out so that every page weighs the same in all. */
function blockWeights(set: TrainingSet, page: TrainingPage): (row: number) => number {
  if (page.gold.text === undefined) return () => SNIPPET_WEIGHT;
  const weight = (row: number) => Math.sqrt(Math.min(set.words[row]!, LONGEST_COUNTED) + 0.5);
  let sum = 0;
  for (let row = page.first; row < page.first + page.blocks; row++) sum += weight(row);
  return row => (weight(row) / sum) * 100;
}
