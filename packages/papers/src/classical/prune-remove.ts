import { switchOption } from '@webpith/learn';
import { operationsOn } from '../swarm/block-elements.js';
import { textBlocks } from '../swarm/text-blocks.js';
import { baseline } from './baseline.js';

/**
 * PR, paper 000 (section 3.1 and table 1): prunes elements with their content, or removes their tags so that the text
 * on both sides merges, and keeps all remaining text. It is the swarm's method without thresholds.
 */
export const pruneRemove = baseline({
  name: 'pr',
  title: 'Prune and remove (PR)',
  describe:
    'All text but that of elements that never hold content, merged across formatting and paragraph tags.',
  options: {
    html5: switchOption(false, 'whether the elements of HTML5 are sorted into the columns of figure 2 too'),
  },
  text: (tree, { html5 }) =>
    textBlocks(tree, operationsOn({ html5, divs: false }))
      .map(block => block.text)
      .join('\n'),
});
