import { LEAF_LABELS, type Method } from '@webpith/lab';
import { runSections } from '../experiment.js';
import { readModel } from '../model-file.js';
import { leavesExtractor } from './extractor.js';
import { leavesFromJSON } from './model.js';

export const SECTION_NAMES = [
  'shipped',
  'pages',
  'split',
  'alternatives',
  'curve',
  'learners',
  'period',
] as const;

export const leaves: Method = {
  name: 'leaves',
  title: 'labels on leaves (Spengler & Gallinari 2009)',
  labels: LEAF_LABELS,
  load: async model => leavesExtractor(leavesFromJSON(await readModel('leaves', model))),
  train: async job => (await import('./train.js')).trainLeaves(job),
  own: {
    needs: 'labels of the leaves of each page',
    train: async (examples, control) => (await import('./train.js')).trainOwn(examples, control),
  },
  experiment: async job =>
    runSections('leaves', await (await import('./experiment/run.js')).leavesSections(job), job),
  sections: SECTION_NAMES,
};
