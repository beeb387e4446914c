import {
  classDistribution,
  classEntropy,
  Distribution,
  gainPerWeight,
  gainRatio,
  type Instances,
  informationGain,
  type Split,
  splitDistribution,
  splitInstances,
  TINY,
  type TrainingData,
  xLogX,
} from './instances.js';

export interface GrowingNode {
  instances: Instances;
  distribution: Distribution;
  split: Split | undefined;
  children: GrowingNode[];
}

/** Grows a full tree. Uses a stack, because on crafted data the depth can reach half the number of rows. */
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
    node.split = split;
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

function chooseSplit(
  data: TrainingData,
  node: GrowingNode,
  all: Instances,
  options: SplitOptions,
): CandidateSplit | undefined {
  const { instances, distribution } = node;
  if (instances.total < 2 * options.minimumInstances - TINY || distribution.errors() <= TINY)
    return undefined;
  const candidates = data.attributes.flatMap((attribute, i) => {
    const split =
      attribute.kind === 'nominal'
        ? nominalSplit(data, i, attribute.values.length, instances, options)
        : numericSplit(data, i, instances, options);
    return split ?? [];
  });
  const average = averageGain(data, candidates, all);
  let best: CandidateSplit | undefined;
  for (const candidate of candidates) {
    if (candidate.gain < average - AVERAGE_SLACK) continue;
    if (candidate.ratio > (best?.ratio ?? 0) + TINY) best = candidate;
  }
  return best;
}

/** Ignores nominal attributes with very many values, unless all attributes are of that kind. */
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

interface CandidateSplit extends Split {
  readonly gain: number;
  readonly ratio: number;
}

interface SplitOptions {
  readonly minimumInstances: number;
  readonly mdlCorrection: boolean;
}

function nominalSplit(
  data: TrainingData,
  attribute: number,
  branches: number,
  instances: Instances,
  options: SplitOptions,
): CandidateSplit | undefined {
  const distribution = new Distribution(branches, data.classes);
  instances.rows.forEach((row, i) => {
    const value = data.x.data[row * data.x.columns + attribute]!;
    if (!Number.isNaN(value)) distribution.add(value, data.y[row]!, instances.weights[i]!);
  });
  if (!distribution.hasTwoBranchesOf(options.minimumInstances)) return undefined;
  const gain = informationGain(distribution, instances.total, classEntropy(distribution));
  const ratio = gainRatio(distribution, instances.total, gain);
  return { attribute, branches, point: undefined, gain, ratio };
}

/** Values closer than this count as equal, as in J48. */
const SAME_VALUE = 1e-5;

/**
 * Tries every point between two values. As in J48, both sides need a tenth of the average class weight, at least the
 * minimum and at most 25. The gain is reduced by the cost of encoding the point, log2(points) / weight (Quinlan
 * 1996).
 */
function numericSplit(
  data: TrainingData,
  attribute: number,
  instances: Instances,
  options: SplitOptions,
): CandidateSplit | undefined {
  const order = sortedKnown(data, attribute, instances);
  const known = new Distribution(2, data.classes);
  order.labels.forEach((label, k) => {
    known.add(1, label, order.weights[k]!);
  });
  const tenth = (0.1 * known.total) / data.classes;
  const minimum = tenth <= options.minimumInstances ? options.minimumInstances : Math.min(tenth, 25);
  if (known.total < 2 * minimum - TINY) return undefined;
  const best = bestPoint(order, data.values[attribute]!, known, minimum, instances.total);
  if (!best) return undefined;
  const gain = options.mdlCorrection ? best.gain - Math.log2(best.tried) / instances.total : best.gain;
  if (gain <= TINY) return undefined;
  const chosen = new Distribution(2, data.classes);
  order.labels.forEach((label, k) => {
    chosen.add(k < best.at ? 0 : 1, label, order.weights[k]!);
  });
  const point = pointBetween(data.values[attribute]!, order.ranks[best.at - 1]!, order.ranks[best.at]!);
  return { attribute, branches: 2, point, gain, ratio: gainRatio(chosen, instances.total, gain) };
}

/** The instance before which to split, its gain and the number of points tried; entropies are updated incrementally. */
function bestPoint(
  order: SortedInstances,
  values: Float64Array,
  known: Distribution,
  minimum: number,
  weightOfAll: number,
): { at: number; gain: number; tried: number } | undefined {
  const { labels, weights, ranks } = order;
  const before = classEntropy(known);
  const right = known.perClass.slice();
  const left = new Float64Array(known.classes);
  let rightWeight = known.total;
  let leftWeight = 0;
  let terms = 0;
  for (const count of right) terms += xLogX(count);
  let at = -1;
  let gain = 0;
  let tried = 0;
  for (let k = 1; k < labels.length; k++) {
    const label = labels[k - 1]!;
    const weight = weights[k - 1]!;
    terms -= xLogX(left[label]!) + xLogX(right[label]!);
    left[label]! += weight;
    right[label]! -= weight;
    leftWeight += weight;
    rightWeight -= weight;
    terms += xLogX(left[label]!) + xLogX(right[label]!);
    if (ranks[k - 1] === ranks[k] || leftWeight < minimum - TINY || rightWeight < minimum - TINY) continue;
    if (values[ranks[k - 1]!]! + SAME_VALUE >= values[ranks[k]!]!) continue;
    tried++;
    const own = gainPerWeight(
      before + terms - xLogX(leftWeight) - xLogX(rightWeight),
      known.total,
      weightOfAll,
    );
    if (own > gain + TINY) [gain, at] = [own, k];
  }
  return at < 0 ? undefined : { at, gain, tried };
}

/** J48 splits half-way between two values, then lowers the point to the largest training value not above it. */
function pointBetween(values: Float64Array, low: number, high: number): number {
  const middle = (values[low]! + values[high]!) / 2;
  let rank = low;
  while (rank + 1 < high && values[rank + 1]! <= middle) rank++;
  return values[rank]!;
}

interface SortedInstances {
  readonly ranks: Int32Array;
  readonly labels: Int32Array;
  readonly weights: Float64Array;
}

/**
 * Sorts the instances with a known value by rank. Rank and position are packed into one number, because sorting plain
 * numbers is many times faster than sorting with a comparator; 2^53 is enough for 90 million instances.
 */
function sortedKnown(data: TrainingData, attribute: number, instances: Instances): SortedInstances {
  const ranks = data.ranks[attribute]!;
  const count = instances.rows.length;
  const keys = new Float64Array(count);
  let known = 0;
  for (let i = 0; i < count; i++) {
    const rank = ranks[instances.rows[i]!]!;
    if (rank >= 0) keys[known++] = rank * count + i;
  }
  const sorted = keys.subarray(0, known).sort();
  const order = {
    ranks: new Int32Array(known),
    labels: new Int32Array(known),
    weights: new Float64Array(known),
  };
  for (let k = 0; k < known; k++) {
    const rank = Math.floor(sorted[k]! / count);
    const i = sorted[k]! - rank * count;
    order.ranks[k] = rank;
    order.labels[k] = data.y[instances.rows[i]!]!;
    order.weights[k] = instances.weights[i]!;
  }
  return order;
}
