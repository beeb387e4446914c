import type { MethodEntry } from '../entry.js';
import { readModel } from '../model-file.js';
import { densityExtractor } from './extractor.js';
import { loadDensityModel } from './model.js';

/** The style-density tree, as the paper has it. */
export const density: MethodEntry = {
  title: 'style-density tree (Pappas et al. 2012)',
  load: async () => densityExtractor(loadDensityModel(await readModel('density'))),
  train: async job => (await import('./train.js')).trainDensity(job),
  experiment: async job => (await import('./experiment/run.js')).runExperiment(job),
};

/** The variant for today's markup. */
export const densityPlus: MethodEntry = {
  title: 'style-density tree, for today’s markup',
  load: async () => {
    const { loadPlusModel } = await import('./plus/model.js');
    const { plusExtractor } = await import('./plus/extractor.js');
    return plusExtractor(loadPlusModel(await readModel('density-plus')));
  },
  train: async job => (await import('./train.js')).trainPlus(job),
};
