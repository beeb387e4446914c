import { TAG } from '../tree/names.js';
import { blockAround, type PageTree, UNSEEN } from '../tree/tree.js';
import { tidy } from './claims.js';

/** Visible text of a node on one line, at most `limit` characters; block borders and line breaks become spaces. */
export function nodeText(tree: PageTree, node: number, limit = 500): string {
  let text = '';
  let block = -1;
  for (let n = node; n < tree.end[node]! && text.length < limit; n++) {
    const tag = tree.tag[n]!;
    if (tag === TAG.br) text += ' ';
    if (tag !== TAG['#text'] || (tree.flags[n]! & UNSEEN) !== 0) continue;
    const around = blockAround(tree, n);
    if (around !== block) text += ' ';
    block = around;
    text += tree.text(n);
  }
  return tidy(text.slice(0, limit));
}
