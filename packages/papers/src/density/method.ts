import type { Method } from '@webpith/lab';
import { runSections } from '../experiment.js';
import { readModel } from '../model-file.js';
import { densityExtractor, loadDensityModel } from './extractor.js';

const LABELS = ['article', 'comments'];

export const density: Method = {
  name: 'density',
  title: 'style-density tree (Pappas et al. 2012)',
  labels: LABELS,
  load: async model => densityExtractor(loadDensityModel(await readModel('density', model))),
  train: async job => (await import('./train.js')).trainDensity(job),
  own: {
    needs: 'the main content of each page, and comments where there are some',
    train: async (examples, control) => (await import('./train.js')).trainOwn(examples, control),
  },
  experiment: async job => runSections('density', (await import('./experiment/run.js')).SECTIONS, job),
  sections: ['paper', 'period'],
};

export const densityPlus: Method = {
  name: 'density-plus',
  title: 'style-density tree, for today’s markup',
  labels: LABELS,
  load: async model => {
    const { loadPlusModel } = await import('./plus/extractor.js');
    const { plusExtractor } = await import('./plus/extractor.js');
    return plusExtractor(loadPlusModel(await readModel('density-plus', model)));
  },
  train: async job => (await import('./train.js')).trainPlus(job),
  own: {
    needs: 'the main content of each page, and comments where there are some; several classes of pages',
    train: async (examples, control) => (await import('./train.js')).trainOwnPlus(examples, control),
  },
};
