import { ATTR, TAG } from '../tree/names.js';
import { blockAround, type PageTree, UNSEEN } from '../tree/tree.js';
import { tidy } from './claims.js';

/** Visible text of a node on one line, at most `limit` characters; block boundaries and line breaks become spaces. */
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

/** Texts of the scripts that are not JSON-LD, at most `limit` characters in all. */
export function* scriptTexts(tree: PageTree, limit: number): Generator<string> {
  for (let node = 1, left = limit; node < tree.count && left > 0; node++) {
    if (tree.tag[node] !== TAG.script || /ld\+json/i.test(tree.attribute(node, ATTR.type) ?? '')) continue;
    const text = tree.textContent(node).slice(0, left);
    left -= text.length;
    yield text;
  }
}
