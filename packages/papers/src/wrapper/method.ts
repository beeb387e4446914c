import type { Method } from '@webpith/lab';
import { runSections } from '../experiment.js';
import { readModel } from '../model-file.js';
import { wrapperExtractor } from './extractor.js';
import { wrappersFromJSON } from './model.js';
import { plusExtractor, plusModelsFromJSON } from './plus/model.js';

export const SECTION_NAMES = ['shipped', 'styles', 'one-site', 'period', 'training', 'seeds'] as const;

export const wrapper: Method = {
  name: 'wrapper',
  title: 'template-independent wrapper (Wang et al. 2009)',
  load: async model => wrapperExtractor(wrappersFromJSON(await readModel('wrapper', model))),
  train: async job => (await import('./train.js')).trainWrapper(job),
  own: {
    needs: 'title and main content of each page',
    train: async (examples, control) => (await import('./train.js')).trainOwn(examples, control),
  },
  experiment: async job => runSections('wrapper', (await import('./experiment/sections.js')).SECTIONS, job),
  sections: SECTION_NAMES,
};

export const wrapperPlus: Method = {
  name: 'wrapper-plus',
  title: 'wrapper by blocks',
  load: async model => plusExtractor(plusModelsFromJSON(await readModel('wrapper-plus', model))),
  train: async job => (await import('./train.js')).trainPlus(job),
  own: {
    needs: 'title and main content of each page',
    train: async (examples, control) => (await import('./train.js')).trainOwnPlus(examples, control),
  },
};
