import type { Method } from '../../extractor.js';
import { seekerExtractor } from './extractor.js';
import { modelFromJSON, modelToJSON, type SeekerModel } from './model.js';
import { trainSeeker } from './train.js';
import { trainingPage } from './training-pages.js';

/** What fitting can be told. */
export interface SeekerOptions {
  /** Corpus the examples come from: articles of `newspapers` are news whatever their markup says. */
  readonly corpus?: string;
  /** A model whose genres stand in for those that the examples lack. */
  readonly earlier?: SeekerModel;
}

/** Content Seeker (paper 003) as a method. */
export const seeker: Method<SeekerModel, SeekerOptions> = {
  name: 'seeker',
  fit(examples, { corpus = 'examples', earlier }) {
    return trainSeeker(
      examples.flatMap(example => trainingPage(example, corpus) ?? []),
      earlier,
    );
  },
  load: modelFromJSON,
  toJSON: modelToJSON,
  extractor: seekerExtractor,
};
