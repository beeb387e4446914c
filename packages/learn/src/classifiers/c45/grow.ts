import { type CandidateSplit, candidateSplit, type SplitOptions } from './candidate-split.js';
import { type Distribution, TINY } from './distribution.js';
import {
  classDistribution,
  type Instances,
  type Split,
  splitDistribution,
  splitInstances,
  type TrainingData,
} from './instances.js';

/** A node during growing and pruning; keeps its instances for subtree raising. */
export interface GrowingNode {
  instances: Instances;
  /** By branch at a split, with a single branch at a leaf. */
  distribution: Distribution;
  split: Split | undefined;
  children: GrowingNode[];
}

/** Grows a full tree. Uses a stack, because crafted data can make a tree half as deep as its rows. */
export function growTree(
  data: TrainingData,
  all: Instances,
  options: SplitOptions,
  onNode: (settled: number) => void,
): GrowingNode {
  const root = leaf(data, all);
  const pending = [root];
  let settled = 0;
  for (let node = pending.pop(); node; node = pending.pop()) {
    onNode(settled / all.total);
    const split = chooseSplit(data, node, all, options);
    if (!split) {
      settled += node.instances.total;
      continue;
    }
    node.split = { attribute: split.attribute, branches: split.branches, point: split.point };
    node.distribution = splitDistribution(data, split, node.instances);
    const parts = splitInstances(data, split, node.distribution, node.instances);
    node.children = parts.map(part => leaf(data, part));
    for (const child of node.children) pending.push(child);
  }
  return root;
}

function leaf(data: TrainingData, instances: Instances): GrowingNode {
  return { instances, distribution: classDistribution(data, instances), split: undefined, children: [] };
}

/** Tolerance below the average gain, as in J48 and the original C4.5. */
const AVERAGE_SLACK = 1e-3;

/** The split of best gain ratio among those of at least average gain. */
function chooseSplit(
  data: TrainingData,
  node: GrowingNode,
  all: Instances,
  options: SplitOptions,
): CandidateSplit | undefined {
  const { instances, distribution } = node;
  if (instances.total < 2 * options.minimumInstances - TINY || distribution.errors() <= TINY)
    return undefined;
  const candidates = data.attributes.flatMap((_, i) => candidateSplit(data, i, instances, options) ?? []);
  const average = averageGain(data, candidates, all);
  let best: CandidateSplit | undefined;
  for (const candidate of candidates) {
    if (candidate.gain < average - AVERAGE_SLACK) continue;
    if (candidate.ratio > (best?.ratio ?? 0) + TINY) best = candidate;
  }
  return best;
}

/** Nominal attributes with very many values do not count towards the average, unless there are no others. */
function averageGain(data: TrainingData, candidates: readonly CandidateSplit[], all: Instances): number {
  const limit = 0.3 * all.rows.length;
  const ordinary = (i: number) => {
    const attribute = data.attributes[i]!;
    return attribute.kind === 'numeric' || attribute.values.length < limit - TINY;
  };
  const anyOrdinary = data.attributes.some((_, i) => ordinary(i));
  const counted = anyOrdinary ? candidates.filter(candidate => ordinary(candidate.attribute)) : candidates;
  return counted.reduce((sum, candidate) => sum + candidate.gain, 0) / counted.length;
}
