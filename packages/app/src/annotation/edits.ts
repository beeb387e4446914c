import type { Edit, LabelMap, Scope } from './label.js';
import { isLeaf, type Outline, type OutlineNode } from './outline.js';

/** Characters of a text node. */
export interface TextRange {
  readonly node: number;
  readonly start: number;
  readonly end: number;
}

/**
 * How far a label reaches when the annotator says nothing else. Segments are judged element by element: a good one inside
 * a bad one is another answer, so nothing is inherited.
 */
export function defaultScope(onElements: boolean, node: OutlineNode): Scope {
  return isLeaf(node) || onElements ? 'node' : 'subtree';
}

/** Labels a node. A label on a whole subtree clears what lay inside: what is seen afterwards is one label. */
export function labelNode(
  outline: Outline,
  labelMap: LabelMap,
  index: number,
  label: string | null,
  scope: Scope,
): Edit[] {
  const { node } = outline.nodes[index]!;
  const own: Edit = label === null ? { node, label } : { node, label, scope };
  return scope === 'subtree' ? [...clearInside(outline, labelMap, index), own] : [own];
}

/** Takes every label off a node and all that it holds. */
export function clearSubtree(outline: Outline, labelMap: LabelMap, index: number): Edit[] {
  return [...clearInside(outline, labelMap, index), { node: outline.nodes[index]!.node, label: null }];
}

function clearInside(outline: Outline, labelMap: LabelMap, index: number): Edit[] {
  const { end } = outline.nodes[index]!;
  const edits: Edit[] = [];
  for (const { node, start, end: stop } of labelMap.values()) {
    const at = outline.at.get(node);
    if (at === undefined || at < index || at >= end) continue;
    if (at === index && start === undefined) continue;
    edits.push(start === undefined ? { node, label: null } : { node, start, end: stop, label: null });
  }
  return edits;
}

/** Labels characters. Ranges that overlap one of them are replaced, so that no character has two labels. */
export function labelRanges(labelMap: LabelMap, ranges: readonly TextRange[], label: string | null): Edit[] {
  const edits: Edit[] = [];
  for (const { node, start, end } of labelMap.values()) {
    if (start === undefined || end === undefined) continue;
    const hit = ranges.some(range => range.node === node && range.start < end && start < range.end);
    if (hit) edits.push({ node, start, end, label: null });
  }
  if (label !== null) for (const range of ranges) edits.push({ ...range, label, scope: 'node' });
  return edits;
}
