import type { Extraction, Extractor } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import { explainCandidates } from './explain.js';
import { squeezedView } from './layout.js';
import { chooseSubtrees, METHOD, type ModelByMode } from './model.js';
import { shortText, textOf } from './view.js';

export function wrapperExtractor(models: ModelByMode): Extractor {
  return {
    name: METHOD,
    extract(page): Extraction {
      const view = squeezedView(pageTree(page));
      const chosen = chooseSubtrees(view, models[view.mode]);
      if (chosen === undefined) return { text: '' };
      const { body, title, bodyProbability } = chosen;
      const text = textOf(view, body);
      return title === undefined
        ? { text, confidence: bodyProbability, nodes: { body } }
        : { text, title: shortText(view, title), confidence: bodyProbability, nodes: { body, title } };
    },
    explain(page) {
      const view = squeezedView(pageTree(page));
      const model = models[view.mode];
      return explainCandidates(view, model, chooseSubtrees(view, model));
    },
  };
}
