import { pageTree } from '../../corpora/page-tree.js';
import { learnCase } from '../wrapper/experiment/cases.js';
import { wrapperExtractor, wrappersFromJSON } from '../wrapper/extractor.js';
import { fitWrapper } from '../wrapper/fit.js';
import { type LayoutMode, layoutOf, squeezedView } from '../wrapper/layout-mode.js';
import { wrapperToJSON } from '../wrapper/model.js';
import { refuseNone, type TrainableMethod } from './trainable.js';

/**
 * Title and body by two support vector machines. Pages that come with the tree of a browser are learned from as drawn, others
 * by an estimate of their layout; the model says which it has seen, since it does worse on the other kind.
 */
export const trainableWrapper: TrainableMethod = {
  title: 'Template-independent wrapper',
  needs: 'title and main content of each page',
  async train(examples, { onProgress, signal }) {
    const learnedFrom: Record<LayoutMode, number> = { rendered: 0, estimated: 0 };
    const cases = examples.flatMap(({ page }, i) => {
      signal?.throwIfAborted();
      onProgress?.('pages', i / examples.length);
      const tree = pageTree(page);
      const learned = page.title && page.text ? learnCase(page, tree, squeezedView) : undefined;
      if (learned === undefined) return [];
      learnedFrom[layoutOf(tree).mode]++;
      return [learned];
    });
    refuseNone(cases, 'a title and main content');
    const model = wrapperToJSON(fitWrapper(cases.map(({ training }) => training)));
    return { model: { rendered: model, estimated: model, learnedFrom }, plots: [] };
  },
  extractor: model => wrapperExtractor(wrappersFromJSON(model)),
};
