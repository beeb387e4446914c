import type { MethodEntry } from '../entry.js';
import { readModel } from '../model-file.js';
import { runExperiment } from './experiment/run.js';
import { modelsByMode, wrapperExtractor, wrappersFromJSON } from './extractor.js';
import { plusExtractor } from './plus/extractor.js';
import { plusFromJSON } from './plus/model.js';
import { trainPlus, trainWrapper } from './train.js';

/** The template-independent wrapper of paper 004. */
export const wrapperMethod: MethodEntry = {
  title: 'Template-independent wrapper',
  load: async () => wrapperExtractor(wrappersFromJSON(await readModel('wrapper'))),
  train: trainWrapper,
  experiment: runExperiment,
};

/** The variant that finds the body by its blocks. */
export const wrapperPlusMethod: MethodEntry = {
  title: 'Wrapper by blocks',
  load: async () =>
    plusExtractor(modelsByMode(await readModel('wrapper-plus'), 'wrapper-plus', plusFromJSON)),
  train: trainPlus,
};
