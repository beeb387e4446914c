import type { MethodEntry } from '../entry.js';
import { readModel } from '../model-file.js';
import { leavesExtractor } from './extractor.js';
import { leavesFromJSON } from './model.js';

/** Thirty labels on every visible leaf (paper 001). */
export const leavesMethod: MethodEntry = {
  title: 'labels on leaves (Spengler & Gallinari 2009)',
  load: async () => leavesExtractor(leavesFromJSON(await readModel('leaves'))),
  train: async job => (await import('./train.js')).trainLeaves(job),
  experiment: async job => (await import('./experiment/run.js')).runExperiment(job),
};
