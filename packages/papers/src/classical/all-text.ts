import { isVisibleText } from '@webpith/lab/internals';
import { switchOption } from '@webpith/learn';
import { operationsOn, textBlocks } from '../swarm/text-blocks.js';
import { visibleLengths, writeText } from '../write-text.js';
import { baseline } from './baseline.js';

/**
 * TB, the baseline of paper 000 (section 4.2, table 1): all text nodes, including the scripts and styles that PR
 * prunes.
 */
export const allText = baseline({
  name: 'tb',
  title: 'All text nodes (TB)',
  describe: 'Every text node of the document, scripts and styles included.',
  options: { unseen: switchOption(true, 'include the text of scripts, styles and the head') },
  text: (tree, { unseen }) =>
    writeText(tree, node => (unseen || isVisibleText(tree, node) ? tree.text(node) : '')),
});

/**
 * PR, paper 000 (section 3.1 and table 1): the method `swarm` without thresholds. Some elements are pruned with their
 * content, others lose their tags, so that the texts on both sides merge.
 */
export const pruneRemove = baseline({
  name: 'pr',
  title: 'Prune and remove (PR)',
  describe: 'All text but that of elements without content, merged across formatting and paragraph tags.',
  options: {
    html5: switchOption(false, 'add the elements of HTML5 to the columns of figure 2'),
  },
  text: (tree, { html5 }) =>
    textBlocks(tree, operationsOn({ html5, divs: false }))
      .map(block => block.text)
      .join('\n'),
});

export const largestText = baseline({
  name: 'largest-text',
  title: 'Largest text node',
  describe: 'Only the longest text node of the page.',
  options: {},
  text(tree) {
    const lengths = visibleLengths(tree);
    let largest = 0;
    for (let node = 1; node < tree.count; node++) if (lengths[node]! > lengths[largest]!) largest = node;
    return largest === 0 ? '' : writeText(tree, node => (node === largest ? tree.text(node) : ''));
  },
});
