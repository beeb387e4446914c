import type { Method } from '@webpith/lab';
import { runSections } from '../experiment.js';
import { readModel } from '../model-file.js';
import { modelFromJSON, swarmExtractor } from './model.js';
import { plusExtractor, plusFromJSON } from './plus/model.js';

export const swarm: Method = {
  name: 'swarm',
  title: 'thresholds learned by a particle swarm (Ziegler & Skubacz 2007)',
  load: async model => swarmExtractor(modelFromJSON(await readModel('swarm', model))),
  train: async job => (await import('./train-job.js')).trainSwarm(job),
  own: {
    needs: 'the main content of each page',
    train: async (examples, control) => (await import('./train-job.js')).trainOwn(examples, control),
  },
  experiment: async job => runSections('swarm', (await import('./experiment/document.js')).SECTIONS, job),
  sections: ['paper', 'period'],
};

export const swarmPlus: Method = {
  name: 'swarm-plus',
  title: 'thresholds learned by a particle swarm, for today’s pages',
  load: async model => plusExtractor(plusFromJSON(await readModel('swarm-plus', model))),
  train: async job => (await import('./train-job.js')).trainSwarmPlus(job),
  own: {
    needs: 'the main content of each page',
    train: async (examples, control) => (await import('./train-job.js')).trainOwnPlus(examples, control),
  },
};
