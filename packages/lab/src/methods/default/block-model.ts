import { availableParallelism } from 'node:os';
import { type BoostingModel, type BoostingOptions, type Dataset, numericAttributes } from '@webpith/learn';
import { fitInWorker } from '@webpith/learn/workers';
import {
  type Checkpoint,
  FEATURE_NAMES,
  type LooseTree,
  packTrees,
  scoreRows,
  unpackTrees,
} from 'webpith/stages';
import { LEAST_COVERAGE, weightOfWords } from './labels.js';
import type { TrainingPage, TrainingSet } from './training-set.js';

/** Chosen by cross-validation with folds of whole sites (README.md). Column sampling has the largest effect. */
export const BLOCK_MODEL: Partial<BoostingOptions> = {
  rounds: 400,
  learningRate: 0.07,
  maxLeaves: 31,
  minLeafRows: 150,
  l2: 5,
  rowShare: 0.7,
  columnShare: 0.25,
  maxBins: 63,
  seed: 1,
};

/** Weight of a block labelled by a snippet: that of an average block. */
const SNIPPET_WEIGHT = 1;

/** Weight of pages other than articles. F1 compared with weight 1, on two folds: `wcxb` +0.003, `newspapers` −0.003. */
const OTHER_TYPES = 1.5;

const isArticle = ({ gold }: TrainingPage): boolean => gold.type === undefined || gold.type === 'article';

export interface WeightedPages {
  readonly set: TrainingSet;
  readonly pages: readonly TrainingPage[];
  readonly weight: number;
}

/** Limits the number of models fitted at a time, since each takes a core and a copy of the data. */
class FitQueue {
  private free = availableParallelism();
  private readonly waiting: (() => void)[] = [];

  async run<T>(fit: () => Promise<T>): Promise<T> {
    if (this.free === 0) await new Promise<void>(resolve => this.waiting.push(resolve));
    else this.free--;
    try {
      return await fit();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.free++;
      else next();
    }
  }
}

const queue = new FitQueue();

/** Fits a model in a worker as soon as a core is free; `choosePages` is called only then. */
export async function fitBlockModel(
  choosePages: () => readonly WeightedPages[],
  options: Partial<BoostingOptions> = BLOCK_MODEL,
  onProgress: (share: number) => void = () => {},
): Promise<BoostingModel> {
  return await queue.run(async () => {
    const data = blockDataset(choosePages());
    const scaled = { ...options, minLeafRows: leastRows(data.x.rows, options.minLeafRows) };
    return (await fitInWorker('boosting', scaled, data, { onProgress })) as BoostingModel;
  });
}

function leastRows(blocks: number, asked = 80): number {
  return Math.max(5, Math.min(asked, Math.round(blocks / 1_000)));
}

function blockDataset(groups: readonly WeightedPages[]): Dataset {
  const chosen = groups.map(labelledBlocks);
  const count = chosen.reduce((sum, { rows }) => sum + rows.length, 0);
  const width = FEATURE_NAMES.length;
  const data = new Float32Array(count * width);
  const y = new Int32Array(count);
  const weights = new Float64Array(count);
  let i = 0;
  groups.forEach(({ set, weight }, group) => {
    chosen[group]!.rows.forEach((row, k) => {
      data.set(set.rows.subarray(row * width, (row + 1) * width), i * width);
      y[i] = set.share[row]! > 0.5 ? 1 : 0;
      weights[i++] = chosen[group]!.weights[k]! * weight;
    });
  });
  return {
    attributes: numericAttributes(FEATURE_NAMES),
    x: { kind: 'dense', rows: count, columns: width, data },
    y,
    classes: ['noise', 'content'],
    weights,
  };
}

function labelledBlocks({ set, pages }: WeightedPages): { rows: number[]; weights: number[] } {
  const rows: number[] = [];
  const weights: number[] = [];
  for (const page of pages) {
    if (page.coverage < LEAST_COVERAGE) continue;
    const weigh = blockWeights(set, page);
    for (let row = page.first; row < page.first + page.blocks; row++) {
      if (set.share[row]! < 0) continue;
      rows.push(row);
      weights.push(weigh(row));
    }
  }
  return { rows, weights };
}

/** Weights of a page's blocks by length; they sum to 100 for articles, else to 150. Blocks labelled by snippets: 1. */
function blockWeights(set: TrainingSet, page: TrainingPage): (row: number) => number {
  if (page.gold.text === undefined && !page.isLabelled) return () => SNIPPET_WEIGHT;
  const weight = (row: number) => weightOfWords(set.words[row]!);
  let sum = 0;
  for (let row = page.first; row < page.first + page.blocks; row++) sum += weight(row);
  const whole = isArticle(page) ? 100 : 100 * OTHER_TYPES;
  return row => (weight(row) / sum) * whole;
}

const CHECKPOINT_TREES = [20, 40, 75, 120, 200];
/** Final log-odds outside this range never lie near a page's cut. */
const SETTLED = { noise: -1.8, content: 1.8 };
/** Share of the words in early-exit blocks that may get a wrong result. */
const ALLOWED_ERROR = 0.002;
const SAMPLE = 60_000;

export function findCheckpoints(
  set: TrainingSet,
  trees: readonly LooseTree[],
  start: readonly number[],
): Checkpoint[] {
  const { rows, words } = sampled(set);
  const scoreAfter = (count: number) =>
    scoreRows(unpackTrees(packTrees(trees.slice(0, count), start)), rows, set.width);
  const final = scoreAfter(trees.length);
  return CHECKPOINT_TREES.filter(count => count < trees.length).map(count => {
    const partial = scoreAfter(count);
    const low = bound(
      partial,
      final.map(score => -score),
      words,
      -SETTLED.noise,
    );
    const high = bound(
      partial.map(score => -score),
      final,
      words,
      SETTLED.content,
    );
    // On few pages the bounds may cross; then no block exits early.
    const settles = low.at <= -high.at;
    return {
      trees: count,
      low: settles ? low.at : Number.NEGATIVE_INFINITY,
      lowScore: -low.end,
      high: settles ? -high.at : Number.POSITIVE_INFINITY,
      highScore: high.end,
    };
  });
}

function sampled(set: TrainingSet): { rows: Float32Array; words: Float64Array } {
  const count = set.share.length;
  const step = Math.max(1, Math.floor(count / SAMPLE));
  const taken = Array.from({ length: Math.floor(count / step) }, (_, i) => i * step);
  const rows = new Float32Array(taken.length * set.width);
  taken.forEach((row, i) => {
    rows.set(set.rows.subarray(row * set.width, (row + 1) * set.width), i * set.width);
  });
  return { rows, words: Float64Array.from(taken, row => set.words[row]! + 0.1) };
}

/**
 * The highest partial score up to which all words but the allowed share have a final score of at least `settled`, and
 * the mean of those final scores.
 */
function bound(partial: Float32Array, final: Float32Array, words: Float64Array, settled: number) {
  const order = Array.from(partial.keys()).sort((a, b) => partial[a]! - partial[b]!);
  let taken = 0;
  let wrong = 0;
  let sum = 0;
  let best = { at: Number.NEGATIVE_INFINITY, end: 0 };
  for (const row of order) {
    taken += words[row]!;
    sum += final[row]! * words[row]!;
    if (final[row]! < settled) wrong += words[row]!;
    if (wrong <= taken * ALLOWED_ERROR) best = { at: partial[row]!, end: sum / taken };
  }
  return best;
}
