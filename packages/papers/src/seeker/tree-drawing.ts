import { PLOT_COLOURS } from '@webpith/lab/internals';
import type { C45Model } from '@webpith/learn';
import { escapeText } from 'webpith/stages';

interface DrawnNode {
  readonly text: string;
  readonly branch: string;
  readonly parent: number;
  readonly depth: number;
  readonly isLeaf: boolean;
}

/** Deeper subtrees are elided. */
const MAX_DEPTH = 6;
const ROW = 26;
const INDENT = 28;
const WIDTH = 460;

export function drawTree(model: C45Model): string {
  const nodes = laidOut(model);
  const height = ROW * nodes.length + 12;
  const lines = nodes.flatMap((node, row) => (node.parent < 0 ? [] : [connector(node, row)]));
  const labels = nodes.map(label);
  const size = `width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="system-ui, sans-serif" font-size="13" fill="${PLOT_COLOURS.ink}">${lines.join('')}${labels.join('')}</svg>`;
}

function laidOut(model: C45Model): DrawnNode[] {
  const { tree } = model;
  const nodes: DrawnNode[] = [];
  const pending = [{ node: 0, parent: -1, depth: 0, branch: '' }];
  for (let task = pending.pop(); task; task = pending.pop()) {
    const { node, ...place } = task;
    const isLeaf = tree.attributes[node]! < 0;
    const isCut = !isLeaf && task.depth === MAX_DEPTH;
    const row =
      nodes.push({ ...place, isLeaf: isLeaf || isCut, text: isCut ? '…' : nodeText(model, node) }) - 1;
    if (isLeaf || isCut) continue;
    for (let index = tree.childCounts[node]! - 1; index >= 0; index--) {
      pending.push({
        node: tree.firstChildren[node]! + index,
        parent: row,
        depth: task.depth + 1,
        branch: branchText(model, node, index),
      });
    }
  }
  return nodes;
}

function nodeText({ tree, attributes, classes }: C45Model, node: number): string {
  const attribute = tree.attributes[node]!;
  if (attribute >= 0) return `${attributes[attribute]!.name}?`;
  const counts = tree.counts.subarray(node * classes.length, (node + 1) * classes.length);
  const sum = counts.reduce((all, count) => all + count, 0);
  const winner = counts.indexOf(Math.max(...counts));
  return `${classes[winner]} (${Math.round(counts[winner]!)} of ${Math.round(sum)})`;
}

function branchText({ tree, attributes }: C45Model, node: number, branch: number): string {
  const attribute = attributes[tree.attributes[node]!]!;
  if (attribute.kind === 'nominal') return attribute.values[branch] ?? '';
  const point = Number(tree.points[node]!.toPrecision(3));
  return branch === 0 ? `≤ ${point}` : `> ${point}`;
}

const left = (depth: number) => 12 + INDENT * depth;
const middle = (row: number) => 6 + ROW * row + ROW / 2;

function connector({ parent, depth }: DrawnNode, row: number): string {
  const x = left(depth - 1) + 6;
  return `<path d="M${x} ${middle(parent) + 8}V${middle(row)}H${left(depth) - 2}" fill="none" stroke="${PLOT_COLOURS.ink}"/>`;
}

function label({ text, branch, depth, isLeaf }: DrawnNode, row: number): string {
  const prefix = branch === '' ? '' : `<tspan font-weight="600">${escapeText(branch)}</tspan>: `;
  const colour = isLeaf ? ` fill="${PLOT_COLOURS.own}"` : '';
  return `<text x="${left(depth) + 2}" y="${middle(row) + 4}">${prefix}<tspan${colour}>${escapeText(text)}</tspan></text>`;
}
