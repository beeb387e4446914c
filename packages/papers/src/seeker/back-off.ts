import type { C45Model, Matrix } from '@webpith/learn';

/** Nodes of the tree that a row passes, root first; a missing value ends the way where it is asked for. */
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

/** Share of the training weight at a node that is of a class; undefined where no training row came. */
export function classShare(model: C45Model, node: number, label: number): number | undefined {
  const classes = model.classes.length;
  let weight = 0;
  for (let k = 0; k < classes; k++) weight += model.tree.counts[node * classes + k]!;
  return weight > 1e-6 ? model.tree.counts[node * classes + label]! / weight : undefined;
}

/**
 * Decides further up the tree (§6.6.2): whether some node on the row's way, from the leaf towards the root, stands for
 * the class with an error rate of at most `threshold`, the paper's Δ.
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
