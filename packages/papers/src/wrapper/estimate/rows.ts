import { IN_ANCHOR, type PageTree, TAG, UNSEEN } from 'webpith/stages';
import { subtreeSums } from '../../subtree-sums.js';
import { collapsedLength } from '../../write-text.js';

/** Longer links get a line of their own. */
const LONGEST_IN_ROW = 40;

/**
 * Marks elements that are laid out inline: all their text is one short link. Style sheets usually arrange menus in
 * rows; as a list they would push everything else off the first screen.
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
