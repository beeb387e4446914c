import { IS_BLOCK, meaning, TAG } from 'webpith/stages';
import type { PageView } from './view.js';

/** Bounds of a subtree that may be a title or a link's text: reading larger ones one inside the other would take for ever. */
const MOST_CHARACTERS = 1000;
const MOST_NODES = 500;

/** Whether a subtree shows some text, and is small enough to be read as a title: far above MaxWordNum words. */
export function isReadable({ tree, lengths }: PageView, node: number): boolean {
  const length = lengths[node]!;
  return length > 0 && length <= MOST_CHARACTERS && tree.end[node]! - node <= MOST_NODES;
}

/** Seen text of a small subtree on one line; only its own nodes are visited. */
export function shortText({ tree, seen }: PageView, node: number): string {
  let text = '';
  for (let n = node; n < tree.end[node]!; n++) {
    if (seen[n] === 1) text += tree.text(n);
    else if (tree.tag[n] === TAG['#text'] || tree.tag[n] === TAG.br || meaning(tree.tag[n]!) & IS_BLOCK)
      text += ' ';
  }
  return text.replace(/\s+/g, ' ').trim();
}
