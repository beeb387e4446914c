import type { Matrix } from '../../data/matrix.js';
import type { ModelReader } from '../../model-file.js';
import type { GrowingNode } from './grow.js';

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
