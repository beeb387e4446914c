import { type PageTree, TAG } from 'webpith/stages';
import { OPERATION, type Operation } from './block-elements.js';

/** A merged text node of the processed page (§3.1). */
export interface TextBlock {
  readonly text: string;
  /** The innermost kept element around the text. */
  readonly holder: number;
  /** Range of nodes from its first text with characters to the end of its last. */
  readonly first: number;
  readonly end: number;
  /** The part of the text inside anchors, separated by white space. */
  readonly linked: string;
  readonly removed: ReadonlyMap<string, number>;
}

interface OpenBlock {
  text: string;
  first: number;
  end: number;
  linked: string;
  removed: Map<string, number>;
}

/**
 * The text blocks of a page, in document order. Pruned elements leave no trace, so the texts on both sides of a script
 * or an image merge.
 */
export function textBlocks(tree: PageTree, operations: ReadonlyMap<string, Operation>): TextBlock[] {
  const { tag, parent, end, count } = tree;
  const kept = new Int32Array(count); // innermost kept element
  const spaced = new Int32Array(count); // innermost element replaced by white space
  const anchor = new Int32Array(count); // innermost anchor, or zero
  const blocks: TextBlock[] = [];
  let open = emptyBlock();
  let holder = 0; // kept element of the open block
  let last = 0; // parent of the last text
  const close = () => {
    const text = collapsed(open.text);
    if (text !== '') blocks.push({ ...open, text, holder, linked: collapsed(open.linked) });
    if (text !== '' || open.removed.size > 0) open = emptyBlock();
  };
  const enter = (element: number) => {
    if (element !== holder) close();
    holder = element;
  };
  for (let node = 1; node < count; node++) {
    const up = parent[node]!;
    if (tag[node] === TAG['#comment']) continue;
    if (tag[node] === TAG['#text']) {
      enter(kept[up]!);
      if (spaced[up] !== spaced[last]) open.text += ' ';
      if (anchor[up] !== anchor[last]) open.linked += ' ';
      last = up;
      const text = tree.text(node);
      if (/\S/.test(text)) {
        if (open.first === 0) open.first = node;
        open.end = node + 1;
      }
      open.text += text;
      if (anchor[up] !== 0) open.linked += text;
      continue;
    }
    const name = tree.tagName(node);
    const operation = operations.get(name) ?? OPERATION.keep;
    if (operation === OPERATION.prune) {
      node = end[node]! - 1;
      continue;
    }
    const stays = operation === OPERATION.keep;
    kept[node] = stays ? node : kept[up]!;
    enter(kept[node]!);
    spaced[node] = operation === OPERATION.removeWithSpace ? node : spaced[up]!;
    anchor[node] = tag[node] === TAG.a ? node : anchor[up]!;
    if (stays) continue;
    if (operation === OPERATION.removeWithSpace) open.text += ' ';
    open.removed.set(name, (open.removed.get(name) ?? 0) + 1);
  }
  close();
  return blocks;
}

function emptyBlock(): OpenBlock {
  return { text: '', first: 0, end: 0, linked: '', removed: new Map() };
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
