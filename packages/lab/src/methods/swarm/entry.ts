import { join } from 'node:path';
import type { MethodEntry, MethodJob } from '../entry.js';
import { heed } from '../heed.js';
import { readModel, writeModel } from '../model-file.js';
import { type CorpusSides, corpusSides } from './corpus-sides.js';
import { scoreExtractor } from './experiment/scores.js';
import { writeExperiment } from './experiment/write.js';
import { swarmExtractor } from './extractor.js';
import { swarm } from './method.js';
import { trainingOptions } from './options.js';
import { plusExtractor } from './plus/extractor.js';
import { plusFromJSON, plusToJSON } from './plus/model.js';
import { learnShape, SETTLING, trainPlusOn } from './plus/train.js';
import { trainOn } from './train.js';
import { preparePages } from './training-pages.js';

/** The corpus the shipped models learn from. */
const CORPUS = 'newspapers';

const sidesOf = (job: MethodJob): Promise<CorpusSides> =>
  corpusSides(job.corpus ?? join(job.corpora, CORPUS));

/** Paper 000: text blocks, eight features, thresholds learned by a particle swarm. */
export const swarmMethod: MethodEntry = {
  title: 'thresholds learned by a particle swarm',
  load: async () => swarmExtractor(swarm.load(await readModel('swarm'))),
  async train(job) {
    const sides = await sidesOf(job);
    const { model: judged } = trainOn(sides, {}, job);
    await heed(job.signal);
    const held = await heldAside(swarmExtractor(judged), sides);
    // Judged on pages held aside, then learned anew from these as well: more pages make a better model.
    const { model } = trainOn({ ...sides, train: sides.pages, test: [] }, {}, job);
    await heed(job.signal);
    const whole = { ...model, card: { ...model.card, held } };
    return written(await writeModel(job.root, 'swarm', swarm.toJSON(whole)), sides, held);
  },
  experiment: writeExperiment,
};

/** The variant: more features, some relative to the page, and particles of which any may let a block in. */
export const swarmPlusMethod: MethodEntry = {
  title: 'thresholds learned by a particle swarm, for today’s pages',
  load: async () => plusExtractor(plusFromJSON(await readModel('swarm-plus'))),
  async train(job) {
    const sides = await sidesOf(job);
    const { model: judged, shape } = trainPlusOn(sides, {}, job);
    await heed(job.signal);
    const held = await heldAside(plusExtractor(judged), sides);
    const options = trainingOptions({ ...SETTLING });
    const model = learnShape(sides, preparePages(sides.pages, options), shape, options, job);
    await heed(job.signal);
    const whole = { ...model, card: { ...model.card, held } };
    return written(await writeModel(job.root, 'swarm-plus', plusToJSON(whole)), sides, held);
  },
};

/** How the method does on the pages held aside, learned from the others. */
async function heldAside(extractor: Parameters<typeof scoreExtractor>[0], { train, test }: CorpusSides) {
  const { cosine } = await scoreExtractor(extractor, test);
  return { learnedFrom: train.length, pages: test.length, cosine: cosine.estimate };
}

function written(
  file: string,
  { pages }: CorpusSides,
  held: { readonly learnedFrom: number; readonly pages: number; readonly cosine: number },
): string {
  const score = `mean scaled cosine ${held.cosine.toFixed(3)} on ${held.pages} pages held aside`;
  return `${file} is written, learned from ${pages.length} pages; ${score} when learned from the other ${held.learnedFrom}`;
}
