import { isVisibleText } from '@webpith/lab/internals';
import { switchOption } from '@webpith/learn';
import { writeText } from '../write-text.js';
import { baseline } from './baseline.js';

/**
 * TB, the baseline of paper 000 (section 4.2, table 1): all text nodes of the document, including scripts and styles,
 * whose pruning is what distinguishes PR from it. Without `unseen`, visible text only.
 */
export const allText = baseline({
  name: 'tb',
  title: 'All text nodes (TB)',
  describe: 'Every text node of the document, scripts and styles included.',
  options: { unseen: switchOption(true, 'whether the text of scripts, styles and the head counts') },
  text: (tree, { unseen }) =>
    writeText(tree, node => (unseen || isVisibleText(tree, node) ? tree.text(node) : '')),
});
