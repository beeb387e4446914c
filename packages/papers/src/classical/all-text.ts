import { isVisibleText } from '@webpith/lab/internals';
import type { PageTree } from 'webpith/stages';
import { operationsOn, textBlocks } from '../swarm/text-blocks.js';
import { visibleLengths, writeText } from '../write-text.js';

/**
 * TB, the baseline of paper 000 (section 4.2, table 1): all text nodes, including the scripts and styles that PR
 * prunes.
 */
export function allText(tree: PageTree, unseen = true): string {
  return writeText(tree, node => (unseen || isVisibleText(tree, node) ? tree.text(node) : ''));
}

/**
 * PR, paper 000 (section 3.1 and table 1): the method `swarm` without thresholds. Some elements are pruned with their
 * content, others lose their tags, so that the texts on both sides merge. `html5` adds the elements of HTML5 to the
 * columns of figure 2.
 */
export function pruneRemove(tree: PageTree, html5 = false): string {
  const blocks = textBlocks(tree, operationsOn({ html5, divs: false }));
  return blocks.map(block => block.text).join('\n');
}

export function largestText(tree: PageTree): string {
  const lengths = visibleLengths(tree);
  let largest = 0;
  for (let node = 1; node < tree.count; node++) if (lengths[node]! > lengths[largest]!) largest = node;
  return largest === 0 ? '' : writeText(tree, node => (node === largest ? tree.text(node) : ''));
}
