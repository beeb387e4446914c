import type { C45Model, Matrix } from '@webpith/learn';

/** Nodes that a row passes through, root first; ends at the first test on a missing value. */
export function treePath(model: C45Model, x: Matrix, row: number): number[] {
  const { tree, attributes } = model;
  const path = [0];
  for (let node = 0; tree.attributes[node]! >= 0; path.push(node)) {
    const column = tree.attributes[node]!;
    const value = x.data[row * x.columns + column]!;
    if (Number.isNaN(value)) break;
    const branch = attributes[column]!.kind === 'nominal' ? value : value <= tree.points[node]! ? 0 : 1;
    node = tree.firstChildren[node]! + branch;
  }
  return path;
}

/** Share of a class in the training weight at a node; undefined if no training row reached it. */
export function classShare(model: C45Model, node: number, label: number): number | undefined {
  const classes = model.classes.length;
  let weight = 0;
  for (let k = 0; k < classes; k++) weight += model.tree.counts[node * classes + k]!;
  return weight > 1e-6 ? model.tree.counts[node * classes + label]! / weight : undefined;
}

/**
 * Back-off of §6.6.2: true if a node on the row's path predicts the class with an error rate of at most `threshold`,
 * the paper's Δ.
 */
export function decidedAbove(
  model: C45Model,
  x: Matrix,
  row: number,
  label: number,
  threshold: number,
): boolean {
  return treePath(model, x, row).some(node => {
    const share = classShare(model, node, label);
    return share !== undefined && 1 - share <= threshold;
  });
}
