import type { TextRange } from '../../annotation/edits.js';
import type { Outline } from '../../annotation/outline.js';

/** The characters that a selection in the frame holds, text node by text node; white space alone counts for nothing. */
export function rangesOf(selection: Selection, outline: Outline): TextRange[] {
  if (selection.isCollapsed || selection.rangeCount === 0) return [];
  const range = selection.getRangeAt(0);
  const ranges: TextRange[] = [];
  for (const leaf of outline.leaves) {
    const { node, kind, element } = outline.nodes[leaf]!;
    const text = element.firstChild;
    if (kind !== 'text' || !text || !range.intersectsNode(text)) continue;
    const value = text.nodeValue ?? '';
    const start = range.startContainer === text ? range.startOffset : 0;
    const end = range.endContainer === text ? range.endOffset : value.length;
    if (value.slice(start, end).trim() !== '') ranges.push({ node, start, end });
  }
  return ranges;
}

/** The node that a click means: the text itself where leaves are labelled, else the nearest block around it. */
export function pickedIndex(outline: Outline, node: number, picksLeaf: boolean): number | undefined {
  const at = outline.at.get(node);
  if (at === undefined || picksLeaf) return at;
  for (let up = at; up >= 0; up = outline.nodes[up]!.parent) {
    const { element, kind } = outline.nodes[up]!;
    const display = element.ownerDocument.defaultView?.getComputedStyle(element).display ?? 'block';
    if (kind !== 'text' && !display.startsWith('inline') && display !== 'contents') return up;
  }
  return at;
}

/** Scrolls to an element that is not in sight, at once: who walks by key must not wait for the page to glide. */
export function scrollIntoSight(element: Element): void {
  const height = element.ownerDocument.defaultView?.innerHeight ?? 0;
  const { top, bottom } = element.getBoundingClientRect();
  const isTall = bottom - top > height / 2;
  if (top >= 0 && top < height * 0.9 && (bottom <= height || isTall)) return;
  element.scrollIntoView({ block: isTall ? 'start' : 'center', inline: 'nearest', behavior: 'instant' });
}
