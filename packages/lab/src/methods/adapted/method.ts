import type { Method } from '../method.js';
import { adaptedExtractor, adaptedFromJSON, modelFileOf, NO_CORRECTION } from './model.js';

/** The default model with a correction learned from the user's pages, if one was trained. */
export const adapted: Method = {
  name: 'adapted',
  title: 'the default, corrected by labelled pages',
  load: async model => adaptedExtractor(model === undefined ? NO_CORRECTION : adaptedFromJSON(model)),
  own: {
    needs: 'the main content of each page; three pages suffice',
    fileOf: model => modelFileOf(adaptedFromJSON(model), model.name),
    train: async (examples, control) => (await import('./train.js')).trainOwn(examples, control),
  },
};
