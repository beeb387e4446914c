import { IN_ANCHOR, type PageTree, TAG, UNSEEN } from 'webpith/stages';
import { subtreeSums } from '../../subtree-sums.js';
import { collapsedLength } from '../../write-text.js';

/** A link longer than this is a line of its own. */
const LONGEST_IN_ROW = 40;

/**
 * Marks elements that stand in a row with their neighbours: all their text is one short link. Style sheets make rows of
 * menus, and a menu drawn as a list would push everything else off the first screen.
 */
export function isInRow(tree: PageTree): Uint8Array {
  const text = new Float64Array(tree.count);
  const linked = new Float64Array(tree.count);
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== TAG['#text'] || tree.flags[node]! & UNSEEN) continue;
    text[node] = collapsedLength(tree.text(node));
    if (tree.flags[node]! & IN_ANCHOR) linked[node] = text[node]!;
  }
  const [all, links] = [subtreeSums(tree, text), subtreeSums(tree, linked)];
  return Uint8Array.from(all, (length, node) =>
    Number(node > 0 && length > 0 && length <= LONGEST_IN_ROW && links[node] === length),
  );
}
