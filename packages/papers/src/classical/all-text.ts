import { isVisibleText } from '@webpith/lab/internals';
import { switchOption } from '@webpith/learn';
import { writeText } from '../write-text.js';
import { baseline } from './baseline.js';

/**
 * TB, the border line of paper 000 (section 4.2, table 1): all text nodes of the document, those of scripts and styles
 * too, since it is their pruning that sets PR apart from it. With `unseen` off, only what a page shows.
 */
export const allText = baseline({
  name: 'tb',
  title: 'All text nodes (TB)',
  describe: 'Every text node of the document, scripts and styles included.',
  options: { unseen: switchOption(true, 'whether the text of scripts, styles and the head counts') },
  text: (tree, { unseen }) =>
    writeText(tree, node => (unseen || isVisibleText(tree, node) ? tree.text(node) : '')),
});
