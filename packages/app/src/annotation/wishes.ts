import type { LabelBook, Scope, Wish } from './label.js';
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
export function usualScope(onElements: boolean, node: OutlineNode): Scope {
  return isLeaf(node) || onElements ? 'node' : 'subtree';
}

/** Labels a node. A label on a whole subtree clears what lay inside: what is seen afterwards is one label. */
export function labelNode(
  outline: Outline,
  book: LabelBook,
  index: number,
  label: string | null,
  scope: Scope,
): Wish[] {
  const { node } = outline.nodes[index]!;
  const own: Wish = label === null ? { node, label } : { node, label, scope };
  return scope === 'subtree' ? [...clearInside(outline, book, index), own] : [own];
}

/** Takes every label off a node and all that it holds. */
export function clearSubtree(outline: Outline, book: LabelBook, index: number): Wish[] {
  return [...clearInside(outline, book, index), { node: outline.nodes[index]!.node, label: null }];
}

function clearInside(outline: Outline, book: LabelBook, index: number): Wish[] {
  const { end } = outline.nodes[index]!;
  const wishes: Wish[] = [];
  for (const { node, start, end: stop } of book.values()) {
    const at = outline.at.get(node);
    if (at === undefined || at < index || at >= end) continue;
    if (at === index && start === undefined) continue;
    wishes.push(start === undefined ? { node, label: null } : { node, start, end: stop, label: null });
  }
  return wishes;
}

/** Labels characters. Ranges that overlap one of them are replaced, so that no character has two labels. */
export function labelRanges(book: LabelBook, ranges: readonly TextRange[], label: string | null): Wish[] {
  const wishes: Wish[] = [];
  for (const { node, start, end } of book.values()) {
    if (start === undefined || end === undefined) continue;
    const hit = ranges.some(range => range.node === node && range.start < end && start < range.end);
    if (hit) wishes.push({ node, start, end, label: null });
  }
  if (label !== null) for (const range of ranges) wishes.push({ ...range, label, scope: 'node' });
  return wishes;
}
