import type { Extractor } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import type { ModelByMode } from '../extractor.js';
import { squeezedView } from '../layout-mode.js';
import { shortText } from '../short-text.js';
import { choosePlus, type PlusModel } from './model.js';

/** Finds one body by block probabilities, prunes it, and finds one title. */
export function plusExtractor(models: ModelByMode<PlusModel>): Extractor {
  return {
    name: 'wrapper-plus',
    extract(page) {
      const view = squeezedView(pageTree(page));
      const choice = choosePlus(view, models[view.mode]);
      if (choice === undefined) return { text: '' };
      const { body, pruned: text, title } = choice;
      return title === undefined
        ? { text, nodes: { body } }
        : { text, title: shortText(view, title), nodes: { body, title } };
    },
  };
}
