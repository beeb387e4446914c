import type { Method } from '../../extractor.js';
import { adaptedExtractor } from './extractor.js';
import { fitAdapted } from './fit.js';
import { learnedPage } from './learned-page.js';
import { type AdaptedModel, adaptedFromJSON, adaptedToJSON } from './model.js';
import type { AdaptedOptions } from './options.js';

/** The default model with a correction learned from a handful of labelled pages. */
export const adapted: Method<AdaptedModel, Partial<AdaptedOptions>> = {
  name: 'adapted',
  fit: (examples, options) =>
    fitAdapted(
      examples.flatMap(example => learnedPage(example) ?? []),
      options,
    ),
  load: adaptedFromJSON,
  toJSON: adaptedToJSON,
  extractor: adaptedExtractor,
};
