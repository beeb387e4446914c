import { HIDDEN, type Layout, type PageTree, TAG, UNSEEN } from 'webpith/stages';
import { SCREEN, type Screen } from '../screen.js';
import { Sheet } from './sheet.js';

/**
 * Estimates where a browser would draw the nodes of a page from document order, inline styles and tag defaults,
 * without style sheets. The order of boxes is right, their sizes are approximate.
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
