import { visibleLengths, writeText } from '../write-text.js';
import { baseline } from './baseline.js';

/** The longest text node, the first of equals. */
export const largestText = baseline({
  name: 'largest-text',
  title: 'Largest text node',
  describe: 'The longest text node of the page and nothing else.',
  options: {},
  text(tree) {
    const lengths = visibleLengths(tree);
    let largest = 0;
    for (let node = 1; node < tree.count; node++) if (lengths[node]! > lengths[largest]!) largest = node;
    return largest === 0 ? '' : writeText(tree, node => (node === largest ? tree.text(node) : ''));
  },
});
