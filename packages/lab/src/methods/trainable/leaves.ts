import { pageTree } from '../../corpora/page-tree.js';
import type { Example } from '../../extractor.js';
import { leavesExtractor } from '../leaves/extractor.js';
import { labelNumber } from '../leaves/labels.js';
import { visibleLeaves } from '../leaves/leaves.js';
import { fitLeaves, leavesFromJSON, leavesToJSON } from '../leaves/model.js';
import { prepareLeaves } from '../leaves/prepare.js';
import { RICH } from '../leaves/train.js';
import { refuseNone, type TrainableMethod } from './trainable.js';

/** Thirty labels on visible leaves by a random field; a leaf that nobody labelled is “none”. */
export const trainableLeaves: TrainableMethod = {
  title: 'Labels on leaves',
  needs: 'labels of the leaves of each page',
  async train(examples, { onProgress, signal }) {
    const pages = examples.flatMap(leafPage);
    refuseNone(pages, 'labels of leaves');
    const model = fitLeaves(
      prepareLeaves(pages, 'rich'),
      'rich',
      {
        ...RICH,
        onProgress: share => onProgress?.('random field', share),
        stopped: () => signal?.aborted ?? false,
      },
      { learnedOn: `${pages.length} pages` },
    );
    return { model: leavesToJSON(model), plots: [] };
  },
  extractor: model => leavesExtractor(leavesFromJSON(model)),
};

function leafPage({ page, labels }: Example) {
  if (!labels || !Object.values(labels.nodes).some(label => labelNumber(label) >= 0)) return [];
  const tree = pageTree(page);
  const none = labelNumber('none');
  const known = (node: number) => {
    const number = labelNumber(labels.nodes[node] ?? 'none');
    return number < 0 ? none : number;
  };
  return [{ key: page.id, tree, y: Int32Array.from(visibleLeaves(tree), ({ node }) => known(node)) }];
}
