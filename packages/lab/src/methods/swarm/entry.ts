import { join } from 'node:path';
import type { MethodEntry } from '../entry.js';
import { readModel, writeModel } from '../model-file.js';
import { corpusSides } from './corpus-sides.js';
import { scoreExtractor } from './experiment/scores.js';
import { writeExperiment } from './experiment/write.js';
import { swarmExtractor } from './extractor.js';
import { swarm } from './method.js';
import { trainOn } from './train.js';

/** The corpus the shipped model learns from. */
const CORPUS = 'newspapers';

/** Paper 000: text blocks, eight features, thresholds learned by a particle swarm. */
export const swarmMethod: MethodEntry = {
  title: 'thresholds learned by a particle swarm',
  load: async () => swarmExtractor(swarm.load(await readModel('swarm'))),
  async train(job) {
    const sides = await corpusSides(job.corpus ?? join(job.corpora, CORPUS));
    const { model } = trainOn(sides, {}, job);
    const scores = await scoreExtractor(swarmExtractor(model), sides.test);
    const file = await writeModel(job.root, 'swarm', swarm.toJSON(model));
    const held = `${scores.cosine.estimate.toFixed(3)} on ${sides.test.length} pages held aside`;
    return `${file} is written; mean scaled cosine ${held}`;
  },
  experiment: writeExperiment,
};
