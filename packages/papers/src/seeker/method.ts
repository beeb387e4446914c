import type { Method } from '@webpith/lab';
import { runSections } from '../experiment.js';
import { readModel } from '../model-file.js';
import { modelFromJSON, seekerExtractor } from './model.js';

export const seeker: Method = {
  name: 'seeker',
  title: 'Content Seeker (Louvan 2009): two-phase classification with block, smoothing and table heuristics',
  load: async model => seekerExtractor(modelFromJSON(await readModel('seeker', model))),
  train: async job => (await import('./train.js')).trainAndWrite(job),
  own: {
    needs: 'good and bad segments, or the main content of each page',
    train: async (examples, control) => (await import('./train.js')).trainOwn(examples, control),
  },
  experiment: async job => runSections('seeker', (await import('./experiments/run.js')).SECTIONS, job),
  sections: ['paper', 'period'],
};
