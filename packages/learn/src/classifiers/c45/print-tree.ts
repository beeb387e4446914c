import type { C45Model } from './c45.js';
import { heaviestClass } from './distribution.js';

/**
 * Prints the tree in J48's notation, one branch per line: `humidity <= 75: yes (2.0)`, with the training weight of a
 * leaf and, after a slash, the part of other classes.
 */
export function printTree(model: C45Model): string {
  const { tree } = model;
  if (tree.attributes[0]! < 0) return `: ${leafLabel(model, 0, 0)}`;
  const lines: string[] = [];
  const pending: { parent: number; branch: number; depth: number }[] = [];
  const open = (parent: number, depth: number) => {
    for (let branch = tree.childCounts[parent]! - 1; branch >= 0; branch--)
      pending.push({ parent, branch, depth });
  };
  open(0, 0);
  for (let task = pending.pop(); task; task = pending.pop()) {
    const { parent, branch, depth } = task;
    const node = tree.firstChildren[parent]! + branch;
    const isLeaf = tree.attributes[node]! < 0;
    const test = `${'|   '.repeat(depth)}${branchTest(model, parent, branch)}`;
    lines.push(isLeaf ? `${test}: ${leafLabel(model, node, parent)}` : test);
    if (!isLeaf) open(node, depth + 1);
  }
  return lines.join('\n');
}

function branchTest(model: C45Model, parent: number, branch: number): string {
  const attribute = model.attributes[model.tree.attributes[parent]!]!;
  if (attribute.kind === 'nominal') return `${attribute.name} = ${attribute.values[branch]}`;
  // At most six decimals, no trailing zeros.
  const point = Number(model.tree.points[parent]!.toFixed(6));
  return `${attribute.name} ${branch === 0 ? '<=' : '>'} ${point}`;
}

function leafLabel(model: C45Model, node: number, parent: number): string {
  const classes = model.classes.length;
  const countsOf = (i: number) => model.tree.counts.subarray(i * classes, (i + 1) * classes);
  const counts = countsOf(node);
  const weight = counts.reduce((sum, count) => sum + count, 0);
  const winner = heaviestClass(weight > 1e-6 ? counts : countsOf(parent));
  const errors = weight - counts[winner]!;
  const text = errors > 1e-6 ? `${rounded(weight)}/${rounded(errors)}` : rounded(weight);
  return `${model.classes[winner]} (${text})`;
}

/** One or two decimals. */
function rounded(value: number): string {
  const cents = Math.round(value * 100) / 100;
  return Number.isInteger(cents) ? cents.toFixed(1) : String(cents);
}
