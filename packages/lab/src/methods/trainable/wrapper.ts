import { pageTree } from '../../corpora/page-tree.js';
import { learnCase } from '../wrapper/experiment/cases.js';
import { wrapperExtractor, wrappersFromJSON } from '../wrapper/extractor.js';
import { fitWrapper } from '../wrapper/fit.js';
import { squeezedView } from '../wrapper/layout-mode.js';
import { wrapperToJSON } from '../wrapper/model.js';
import { refuseNone, type TrainableMethod } from './trainable.js';

/** Title and body by two support vector machines; stored pages are not drawn, so their layout is estimated. */
export const trainableWrapper: TrainableMethod = {
  title: 'Template-independent wrapper',
  needs: 'title and main content of each page',
  async train(examples, { onProgress, signal }) {
    const cases = examples.flatMap(({ page }, i) => {
      signal?.throwIfAborted();
      onProgress?.('pages', i / examples.length);
      return page.title && page.text ? (learnCase(page, pageTree(page), squeezedView) ?? []) : [];
    });
    refuseNone(cases, 'a title and main content');
    const model = wrapperToJSON(fitWrapper(cases.map(({ training }) => training)));
    return { model: { rendered: model, estimated: model }, plots: [] };
  },
  extractor: model => wrapperExtractor(wrappersFromJSON(model)),
};
