import { IS_BLOCK, meaning, TAG } from 'webpith/stages';
import type { PageView } from './view.js';

/** Bounds of a title or link text: reading larger nested subtrees would take quadratic time. */
const MOST_CHARACTERS = 1000;
const MOST_NODES = 500;

/** True if a subtree has text and is short enough to be a title: well above MaxWordNum words. */
export function isReadable({ tree, lengths }: PageView, node: number): boolean {
  const length = lengths[node]!;
  return length > 0 && length <= MOST_CHARACTERS && tree.end[node]! - node <= MOST_NODES;
}

/** Visible text of a small subtree on one line; visits only its own nodes. */
export function shortText({ tree, seen }: PageView, node: number): string {
  let text = '';
  for (let n = node; n < tree.end[node]!; n++) {
    if (seen[n] === 1) text += tree.text(n);
    else if (tree.tag[n] === TAG['#text'] || tree.tag[n] === TAG.br || meaning(tree.tag[n]!) & IS_BLOCK)
      text += ' ';
  }
  return text.replace(/\s+/g, ' ').trim();
}
