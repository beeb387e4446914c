import { type Extraction, type Extractor, LabError } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import { chooseSubtrees } from './extract.js';
import { type LayoutMode, squeezedView } from './layout-mode.js';
import { type WrapperModel, wrapperFromJSON } from './model.js';
import { shortText } from './short-text.js';
import { textOf } from './view.js';

/** Models for rendered pages and for pages with estimated layout. */
export type ModelByMode<M = WrapperModel> = Readonly<Record<LayoutMode, M>>;

export function wrapperExtractor(models: ModelByMode): Extractor {
  return {
    name: 'wrapper',
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
  };
}

export function modelsByMode<M>(json: unknown, method: string, read: (json: unknown) => M): ModelByMode<M> {
  const file = json as Partial<Record<LayoutMode, unknown>> | null;
  if (!file?.rendered || !file.estimated) {
    const message = `The model of ${method} is broken: expected {rendered, estimated}. Train it: pith train ${method}.`;
    throw new LabError('bad-model', message);
  }
  return { rendered: read(file.rendered), estimated: read(file.estimated) };
}

export function wrappersFromJSON(json: unknown): ModelByMode {
  return modelsByMode(json, 'wrapper', wrapperFromJSON);
}
