import { isVisibleText, TextLines } from '@webpith/lab/internals';
import { IS_BLOCK, meaning, type PageTree, TAG, UNSEEN } from 'webpith/stages';

/**
 * Writes selected text of a page, one line per block, white space collapsed. `pick` returns the part of a text node
 * to write, possibly empty; it is called once per text node, including scripts, in document order.
 */
export function writeText(tree: PageTree, pick: (node: number) => string): string {
  const { tag, parent, count } = tree;
  const holder = new Int32Array(count); // innermost block-level element
  const lines = new TextLines();
  let current = 0;
  for (let node = 1; node < count; node++) {
    const up = holder[parent[node]!]!;
    const type = tag[node]!;
    if (type === TAG['#text']) {
      const text = pick(node);
      // A script or title gets its own line if it is written; if omitted, it does not break the line.
      const isApart = text !== '' && (tree.flags[node]! & UNSEEN) !== 0;
      if (up !== current || isApart) lines.endLine();
      current = isApart ? node : up;
      lines.add(text || (hasEdgeSpace(tree, node) ? ' ' : ''));
      continue;
    }
    const isBlock = (meaning(type) & IS_BLOCK) !== 0;
    holder[node] = isBlock ? node : up;
    if (isBlock || type === TAG.br) lines.endLine();
  }
  return lines.text();
}

/** True if a text starts or ends with white space, which separates its neighbours even if the text is omitted. */
function hasEdgeSpace(tree: PageTree, node: number): boolean {
  const first = tree.source.charCodeAt(tree.start[node]!);
  const last = tree.source.charCodeAt(tree.stop[node]! - 1);
  return first <= 32 || last <= 32;
}

export function writeKept(tree: PageTree, keep: ArrayLike<number>): string {
  return writeText(tree, node => (keep[node] !== 0 && isVisibleText(tree, node) ? tree.text(node) : ''));
}

export function collapsedLength(text: string): number {
  let length = 0;
  let space = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code <= 32 || code === 0xa0) {
      space = length > 0;
      continue;
    }
    length += space ? 2 : 1;
    space = false;
  }
  return length;
}

export function visibleLengths(tree: PageTree): Uint32Array {
  const lengths = new Uint32Array(tree.count);
  for (let node = 1; node < tree.count; node++) {
    if (isVisibleText(tree, node)) lengths[node] = collapsedLength(tree.text(node));
  }
  return lengths;
}

export function countWords(text: string): number {
  let words = 0;
  let inWord = false;
  for (let i = 0; i < text.length; i++) {
    const space = text.charCodeAt(i) <= 32;
    if (!space && !inWord) words++;
    inWord = !space;
  }
  return words;
}
