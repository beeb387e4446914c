import type { Matrix } from '../../data/matrix.js';
import type { ModelReader } from '../../model-file.js';
import type { GrowingNode } from './grow.js';
import {
  classDistribution,
  type Distribution,
  type Instances,
  splitDistribution,
  splitInstances,
  TINY,
  type TrainingData,
} from './instances.js';

export interface FlatTree {
  readonly attributes: Int32Array;
  readonly points: Float64Array;
  readonly firstChildren: Int32Array;
  readonly childCounts: Int32Array;
  readonly counts: Float64Array;
}

export function flatTree(root: GrowingNode, classes: number): FlatTree {
  const nodes = [root];
  const firstChildren: number[] = [];
  for (let i = 0; i < nodes.length; i++) {
    firstChildren.push(nodes[i]!.children.length > 0 ? nodes.length : 0);
    for (const child of nodes[i]!.children) nodes.push(child);
  }
  const counts = new Float64Array(nodes.length * classes);
  nodes.forEach((node, i) => {
    counts.set(node.distribution.perClass, i * classes);
  });
  return {
    attributes: Int32Array.from(nodes, node => node.split?.attribute ?? -1),
    points: Float64Array.from(nodes, node => node.split?.point ?? 0),
    firstChildren: Int32Array.from(firstChildren),
    childCounts: Int32Array.from(nodes, node => node.children.length),
    counts,
  };
}

export function nodeWeight(tree: FlatTree, node: number, classes: number): number {
  let weight = 0;
  for (let label = 0; label < classes; label++) weight += tree.counts[node * classes + label]!;
  return weight;
}

const NO_WEIGHT = 1e-6;

interface TreeRows {
  readonly x: Matrix;
  readonly numeric: readonly boolean[];
  readonly classes: number;
}

/** Adds a row's class probabilities to `out`; a missing value follows every branch, weighted by training weight. */
export function addProbabilities(tree: FlatTree, rows: TreeRows, row: number, out: Float64Array): void {
  const { x, numeric, classes } = rows;
  const pending: [node: number, weight: number][] = [[0, 1]];
  for (let task = pending.pop(); task; task = pending.pop()) {
    let node = task[0];
    for (;;) {
      const attribute = tree.attributes[node]!;
      const value = attribute < 0 ? 0 : x.data[row * x.columns + attribute]!;
      if (attribute < 0) addLeaf(tree, node, task[1], classes, row, out);
      else if (Number.isNaN(value)) pending.push(...shared(tree, node, task[1], classes));
      else {
        const branch = numeric[attribute] ? (value <= tree.points[node]! ? 0 : 1) : value;
        const child = tree.firstChildren[node]! + branch;
        if (nodeWeight(tree, child, classes) > NO_WEIGHT) {
          node = child;
          continue;
        }
        addLeaf(tree, node, task[1], classes, row, out);
      }
      break;
    }
  }
}

function addLeaf(
  tree: FlatTree,
  node: number,
  weight: number,
  classes: number,
  row: number,
  out: Float64Array,
): void {
  const total = nodeWeight(tree, node, classes);
  for (let label = 0; label < classes; label++) {
    out[row * classes + label]! += (weight * tree.counts[node * classes + label]!) / total;
  }
}

function shared(tree: FlatTree, node: number, weight: number, classes: number): [number, number][] {
  const first = tree.firstChildren[node]!;
  const weights = Array.from({ length: tree.childCounts[node]! }, (_, k) =>
    nodeWeight(tree, first + k, classes),
  );
  const total = weights.reduce((sum, own) => sum + own, 0);
  return weights.flatMap((own, k): [number, number][] =>
    own > NO_WEIGHT ? [[first + k, (weight * own) / total]] : [],
  );
}

export function treeToJSON(tree: FlatTree): Record<keyof FlatTree, number[]> {
  const lists = Object.entries(tree).map(([name, list]) => [name, Array.from(list as Float64Array)]);
  return Object.fromEntries(lists) as Record<keyof FlatTree, number[]>;
}

export function treeFromJSON(reader: ModelReader, branches: readonly number[], classes: number): FlatTree {
  const nodes = reader.list('attributes').length;
  const attributes = reader.integers('attributes', -1, branches.length);
  const firstChildren = reader.integers('firstChildren', 0, nodes, nodes);
  const childCounts = reader.integers('childCounts', 0, nodes + 1, nodes);
  const fits = attributes.every((attribute, node) => {
    const children = attribute < 0 ? 0 : branches[attribute]!;
    if (childCounts[node] !== children) return false;
    return children === 0 || (firstChildren[node]! > node && firstChildren[node]! + children <= nodes);
  });
  if (nodes === 0 || !fits)
    reader.reject('firstChildren', 'to point at the branches of each node’s attribute');
  const points = reader.numbers('points', nodes);
  return {
    attributes,
    points,
    firstChildren,
    childCounts,
    counts: reader.numbers('counts', nodes * classes),
  };
}

function preorder(root: GrowingNode): GrowingNode[] {
  const order = [root];
  for (let i = 0; i < order.length; i++) for (const child of order[i]!.children) order.push(child);
  return order;
}

function makeLeaf(data: TrainingData, node: GrowingNode): void {
  node.split = undefined;
  node.children = [];
  node.distribution = classDistribution(data, node.instances);
}

/** Undoes splits that make no fewer training errors than a leaf would. */
export function collapseTree(data: TrainingData, root: GrowingNode): void {
  const errors = new Map<GrowingNode, number>();
  for (const node of preorder(root).reverse()) {
    const below = node.children.reduce((sum, child) => sum + errors.get(child)!, 0);
    errors.set(node, node.split ? below : node.distribution.errors());
  }
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (!node.split) continue;
    if (errors.get(node)! >= node.distribution.errors() - 1e-3) makeLeaf(data, node);
    else for (const child of node.children) pending.push(child);
  }
}

interface PruneOptions {
  readonly confidence: number;
  readonly subtreeRaising: boolean;
}

/** A subtree must expect this many fewer errors than its replacement to be kept, as in J48. */
const SLACK = 0.1;

/**
 * Bottom-up, compares the expected errors of each subtree with those of a leaf and of its largest branch in its
 * place. A raised branch gets the instances of the whole node and is pruned again.
 */
export function pruneTree(
  data: TrainingData,
  root: GrowingNode,
  options: PruneOptions,
  onNode: () => void,
): void {
  const estimate = errorEstimate(options.confidence);
  const expected = new Map<GrowingNode, number>();
  const pending: { node: GrowingNode; childrenDone: boolean }[] = [{ node: root, childrenDone: false }];
  for (let task = pending.pop(); task; task = pending.pop()) {
    const { node } = task;
    if (!node.split) expected.set(node, estimate(node.distribution));
    else if (task.childrenDone) {
      onNode();
      const errors = node.children.reduce((sum, child) => sum + expected.get(child)!, 0);
      const raised = replaceIfBetter(data, node, errors, estimate, options);
      if (raised) pending.push({ node, childrenDone: false });
      else expected.set(node, node.split ? errors : estimate(node.distribution));
    } else {
      pending.push({ node, childrenDone: true });
      for (const child of node.children) pending.push({ node: child, childrenDone: false });
    }
  }
}

function replaceIfBetter(
  data: TrainingData,
  node: GrowingNode,
  asTree: number,
  estimate: Estimate,
  options: PruneOptions,
): boolean {
  const branch = node.children[node.distribution.heaviestBranch()]!;
  const asLeaf = estimate(node.distribution);
  const asBranch = options.subtreeRaising
    ? branchErrors(data, branch, node.instances, estimate)
    : Number.POSITIVE_INFINITY;
  if (asLeaf <= asTree + SLACK + TINY && asLeaf <= asBranch + SLACK + TINY) {
    makeLeaf(data, node);
    return false;
  }
  if (asBranch > asTree + SLACK + TINY) return false;
  raise(data, node, branch);
  return true;
}

type Estimate = (distribution: Distribution) => number;

function errorEstimate(confidence: number): Estimate {
  const quantile = normalQuantile(1 - confidence);
  return distribution => {
    if (distribution.total <= TINY) return 0;
    const errors = distribution.errors();
    return errors + additionalErrors(distribution.total, errors, confidence, quantile);
  };
}

function branchErrors(
  data: TrainingData,
  branch: GrowingNode,
  instances: Instances,
  estimate: Estimate,
): number {
  let errors = 0;
  const pending: { node: GrowingNode; instances: Instances }[] = [{ node: branch, instances }];
  for (let task = pending.pop(); task; task = pending.pop()) {
    const { node, instances: own } = task;
    if (!node.split) {
      errors += estimate(classDistribution(data, own));
      continue;
    }
    const parts = splitInstances(data, node.split, splitDistribution(data, node.split, own), own);
    node.children.forEach((child, i) => {
      pending.push({ node: child, instances: parts[i]! });
    });
  }
  return errors;
}

function raise(data: TrainingData, node: GrowingNode, branch: GrowingNode): void {
  node.split = branch.split;
  node.children = branch.children;
  const pending = [node];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (!next.split) {
      next.distribution = classDistribution(data, next.instances);
      continue;
    }
    next.distribution = splitDistribution(data, next.split, next.instances);
    const parts = splitInstances(data, next.split, next.distribution, next.instances);
    next.children.forEach((child, i) => {
      child.instances = parts[i]!;
    });
    for (const child of next.children) pending.push(child);
  }
}

/**
 * Expected errors beyond the `errors` observed among `total` instances, from the upper limit of a one-sided confidence
 * interval on the error rate. Below one error it interpolates from the binomial limit; otherwise it uses the normal
 * approximation with continuity correction (Quinlan 1993, §4.2, as in J48).
 */
export function additionalErrors(
  total: number,
  errors: number,
  confidence: number,
  quantile: number,
): number {
  if (errors < 1) {
    const none = total * (1 - confidence ** (1 / total));
    if (errors === 0) return none;
    return none + errors * (additionalErrors(total, 1, confidence, quantile) - none);
  }
  if (errors + 0.5 >= total) return Math.max(total - errors, 0);
  const z = quantile;
  const rate = (errors + 0.5) / total;
  const spread = Math.sqrt(rate / total - (rate * rate) / total + (z * z) / (4 * total * total));
  const limit = (rate + (z * z) / (2 * total) + z * spread) / (1 + (z * z) / total);
  return limit * total - errors;
}

/** Quantile of the standard normal distribution, for p from 0.5 to below 1. */
export function normalQuantile(p: number): number {
  let z = 0;
  // Φ is concave for z ≥ 0 and z starts left of the root, so Newton's method cannot overshoot.
  for (let round = 0; round < 100; round++) {
    const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
    const move = (p - normalProbability(z, density)) / density;
    z += move;
    if (Math.abs(move) < 1e-14) break;
  }
  return z;
}

/** Φ(z) = ½ + φ(z) (z + z³/3 + z⁵/(3·5) + …). */
function normalProbability(z: number, density: number): number {
  let term = z;
  let sum = z;
  for (let k = 3; Math.abs(term) > 1e-17 * Math.abs(sum); k += 2) {
    term *= (z * z) / k;
    sum += term;
  }
  return 0.5 + density * sum;
}
