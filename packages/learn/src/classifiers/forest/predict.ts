import type { Attribute } from '../../data/dataset.js';
import type { Matrix } from '../../data/matrix.js';
import type { FlatForest } from './grow-tree.js';

/** Typed arrays, so that prediction allocates nothing per row. */
export interface ForestArrays {
  readonly roots: Int32Array;
  readonly attributes: Int32Array;
  readonly points: Float64Array;
  readonly leftChildren: Int32Array;
  readonly missingLeft: Uint8Array;
  readonly leaves: Float64Array;
  readonly classes: number;
  /** 1 if an attribute is nominal. */
  readonly nominal: Uint8Array;
}

export function forestArrays(
  forest: FlatForest,
  attributes: readonly Attribute[],
  classes: number,
): ForestArrays {
  return {
    roots: Int32Array.from(forest.roots),
    attributes: Int32Array.from(forest.attributes),
    points: Float64Array.from(forest.points),
    leftChildren: Int32Array.from(forest.leftChildren),
    missingLeft: Uint8Array.from(forest.missingLeft),
    leaves: Float64Array.from(forest.leaves),
    classes,
    nominal: Uint8Array.from(attributes, attribute => (attribute.kind === 'nominal' ? 1 : 0)),
  };
}

/** Joins trees into one forest and renumbers nodes and leaves. */
export function joinForests(parts: readonly ForestArrays[]): ForestArrays {
  const { classes, nominal } = parts[0]!;
  const starts = runningSums(parts.map(part => part.attributes.length));
  const leafStarts = runningSums(parts.map(part => part.leaves.length / classes));
  const nodes = parts.reduce((sum, part) => sum + part.attributes.length, 0);
  const leaves = new Float64Array(parts.reduce((sum, part) => sum + part.leaves.length, 0));
  const attributes = new Int32Array(nodes);
  const points = new Float64Array(nodes);
  const leftChildren = new Int32Array(nodes);
  const missingLeft = new Uint8Array(nodes);
  parts.forEach((part, i) => {
    const start = starts[i]!;
    attributes.set(part.attributes, start);
    missingLeft.set(part.missingLeft, start);
    leaves.set(part.leaves, leafStarts[i]! * classes);
    part.attributes.forEach((attribute, node) => {
      points[start + node] = part.points[node]! + (attribute < 0 ? leafStarts[i]! : 0);
      leftChildren[start + node] = attribute < 0 ? 0 : part.leftChildren[node]! + start;
    });
  });
  const roots = Int32Array.from(
    parts.flatMap((part, i) => Array.from(part.roots, root => root + starts[i]!)),
  );
  return { roots, attributes, points, leftChildren, missingLeft, leaves, classes, nominal };
}

/** Sum of the entries before each one. */
function runningSums(counts: readonly number[]): number[] {
  let sum = 0;
  return counts.map(count => {
    sum += count;
    return sum - count;
  });
}

/** Adds a tree's class probabilities for every row, or for those selected by `wanted`. */
export function addTreeProbabilities(
  forest: ForestArrays,
  tree: number,
  x: Matrix,
  out: Float64Array,
  wanted?: (row: number) => boolean,
): void {
  const { classes, leaves } = forest;
  for (let row = 0; row < x.rows; row++) {
    if (wanted && !wanted(row)) continue;
    const leaf = leafOf(forest, forest.roots[tree]!, x.data, row * x.columns) * classes;
    for (let label = 0; label < classes; label++) out[row * classes + label]! += leaves[leaf + label]!;
  }
}

function leafOf(
  forest: ForestArrays,
  root: number,
  cells: Float32Array | Float64Array,
  start: number,
): number {
  const { attributes, points, leftChildren, missingLeft, nominal } = forest;
  let node = root;
  for (let attribute = attributes[node]!; attribute >= 0; attribute = attributes[node]!) {
    const value = cells[start + attribute]!;
    let left: boolean;
    if (Number.isNaN(value)) left = missingLeft[node] === 1;
    else if (nominal[attribute] === 1) left = value === points[node];
    else left = value <= points[node]!;
    node = leftChildren[node]! + (left ? 0 : 1);
  }
  return points[node]!;
}
