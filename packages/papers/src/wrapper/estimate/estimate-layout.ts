import { HIDDEN, type Layout, type PageTree, TAG, UNSEEN } from 'webpith/stages';
import { SCREEN, type Screen } from '../screen.js';
import { Sheet } from './sheet.js';

/**
 * A light estimate of where a browser would draw the nodes of a page: document order, inline styles, tag defaults. No
 * style sheet is read. It is no rendering: boxes are right in their order and rough in their size.
 */
export function estimateLayout(tree: PageTree, screen: Screen = SCREEN): Layout {
  const sheet = new Sheet(tree, screen.width);
  const open: number[] = [];
  for (let node = 1; node < tree.count; node++) {
    while (open.length > 0 && tree.end[open.at(-1)!]! <= node) sheet.close(open.pop()!);
    if (tree.flags[node]! & (HIDDEN | UNSEEN) || tree.tag[node] === TAG['#comment']) continue;
    if (tree.tag[node] === TAG['#text']) sheet.text(node);
    else if (sheet.open(node)) open.push(node);
    else node = tree.end[node]! - 1;
  }
  while (open.length > 0) sheet.close(open.pop()!);
  return sheet.layout(screen);
}
