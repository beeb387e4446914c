import { FEATURE_NAMES, type Features } from '../features/from-blocks.js';
import { once } from '../lazy.js';
import { LEAF, type PackedTrees } from '../packed-trees.js';
import { EVIDENCE_GROUPS, type EvidenceGroup, evidenceGroup } from './evidence-in-words.js';
import { logOdds, uncorrectedScores } from './from-features.js';
import { defaultModel, type Model } from './model.js';

export interface Contribution {
  readonly feature: string;
  readonly value: number;
  readonly weight: number;
}

/** The contributions of one group: their sum, and the members, strongest first. */
export interface GroupSum {
  readonly group: EvidenceGroup;
  readonly weight: number;
  readonly members: readonly Contribution[];
}

/** The log-odds that a block is content, as a sum: `base` and the groups add up to `score`. */
export interface Sum {
  readonly base: number;
  readonly groups: readonly GroupSum[];
  readonly score: number;
  /** The groups without the subtraction of the average block. */
  readonly whole: () => readonly GroupSum[];
  /** The score that decisions use. It is further from 0 for clear blocks, which skip the last trees. */
  readonly served: number;
}

/** Column numbers by group. A column of an unknown family counts as its place. */
const columnsOfGroups = /* @__PURE__ */ once(() => {
  const columns = new Map<EvidenceGroup, number[]>(GROUPS.map(group => [group, []]));
  for (const [column, name] of FEATURE_NAMES.entries())
    columns.get(evidenceGroup(name) ?? 'place')!.push(column);
  return columns;
});

const GROUPS = Object.keys(EVIDENCE_GROUPS) as EvidenceGroup[];

/**
 * Attributes the scores of blocks to features: each split on a block's path through a tree adds the change of the mean
 * leaf value to its feature. The average over the page's blocks, which does not distinguish them, is the base.
 */
export class PageSums {
  readonly #features: Features;
  readonly #model: Model;
  #average: AverageBlock | undefined;
  #served: Float32Array | undefined;

  constructor(features: Features, model: Model = defaultModel()) {
    this.#features = features;
    this.#model = model;
  }

  ofBlock(block: number): Sum {
    const { trees, means, base } = this.#averageBlock();
    const row = this.#features.row(block);
    const { slope } = this.#model.blockCalibration;
    const weights = new Float64Array(row.length);
    addContributions(trees, row, weights);
    let score = base;
    for (let column = 0; column < row.length; column++) {
      weights[column] = slope * weights[column]! - means[column]!;
      score += weights[column]!;
    }
    const groups = GROUPS.map(group => groupSum(group, weights, row));
    groups.sort((x, y) => Math.abs(y.weight) - Math.abs(x.weight));
    this.#served ??= uncorrectedScores(this.#features, this.#model);
    const whole = () => {
      const all = weights.map((weight, column) => weight + means[column]!);
      return GROUPS.map(group => groupSum(group, all, row));
    };
    return { base, groups, score, whole, served: logOdds(this.#served[block]!) };
  }

  /** The contribution of page-wide features to the average block; their values are the same for all blocks. */
  ofPage(): GroupSum {
    const { page, width } = this.#features;
    const row = page.blocks.count > 0 ? this.#features.row(0) : new Float32Array(width);
    return groupSum('page', this.#averageBlock().means, row);
  }

  #averageBlock(): AverageBlock {
    this.#average ??= averageBlock(this.#features, this.#model);
    return this.#average;
  }
}

interface AverageBlock {
  readonly trees: TreesWithMeans;
  readonly means: Float64Array;
  readonly base: number;
}

function averageBlock(features: Features, { blocks, blockCalibration }: Model): AverageBlock {
  const { slope, offset } = blockCalibration;
  const { count } = features.page.blocks;
  const trees = withMeans(blocks);
  const sums = new Float64Array(features.width);
  for (let b = 0; b < count; b++) addContributions(trees, features.row(b), sums);
  const means = sums.map(sum => (slope * sum) / Math.max(1, count));
  const base = means.reduce((sum, mean) => sum + mean, slope * trees.begin + offset);
  return { trees, means, base };
}

/** Smaller contributions are only part of the sum of their group. */
const LEAST_WEIGHT = 0.01;

function groupSum(group: EvidenceGroup, weights: Float64Array, row: Float32Array): GroupSum {
  let weight = 0;
  const members: Contribution[] = [];
  for (const column of columnsOfGroups().get(group)!) {
    const own = weights[column]!;
    weight += own;
    if (Math.abs(own) < LEAST_WEIGHT) continue;
    members.push({ feature: FEATURE_NAMES[column]!, value: row[column]!, weight: own });
  }
  members.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  return { group, weight, members };
}

function addContributions({ trees, means }: TreesWithMeans, row: Float32Array, sums: Float64Array): void {
  for (let t = 0; t + 1 < trees.first.length; t++) {
    let node = trees.first[t]!;
    for (let column = trees.column[node]!; column !== LEAF; column = trees.column[node]!) {
      const next = row[column]! <= trees.threshold[node]! ? node + 1 : trees.right[node]!;
      sums[column]! += means[next]! - means[node]!;
      node = next;
    }
  }
}

interface TreesWithMeans {
  readonly trees: PackedTrees;
  readonly means: Float32Array;
  readonly begin: number;
}

function withMeans(trees: PackedTrees): TreesWithMeans {
  const means = subtreeMeans(trees);
  const begin = trees.first.subarray(0, -1).reduce((sum, root) => sum + means[root]!, trees.start[0]!);
  return { trees, means, begin };
}

/** Mean leaf value below every node; both sides of a split have equal weight. */
function subtreeMeans(trees: PackedTrees): Float32Array {
  const means = new Float32Array(trees.column.length);
  // Children follow their parents, so one pass from the end suffices.
  for (let node = means.length - 1; node >= 0; node--) {
    means[node] =
      trees.column[node] === LEAF
        ? trees.threshold[node]!
        : (means[node + 1]! + means[trees.right[node]!]!) / 2;
  }
  return means;
}
