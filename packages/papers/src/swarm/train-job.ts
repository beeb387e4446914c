import { join } from 'node:path';
import type { Example, MethodJob, TrainedModel, TrainingControl } from '@webpith/lab';
import { refuseNone, yieldToAbort } from '@webpith/lab/internals';
import { writeModel } from '../model-file.js';
import { type CorpusSides, corpusSides } from './corpus-sides.js';
import { convergencePlot } from './experiment/plots.js';
import { scoreExtractor } from './experiment/scores.js';
import { preparePages } from './fitness.js';
import { modelToJSON, swarmExtractor } from './model.js';
import { CONVERGENT, learnConfiguration, trainPlusOn } from './plus/learn.js';
import { plusExtractor, plusToJSON } from './plus/model.js';
import { runSwarm, swarmModel, trainingOptions, trainOn } from './train.js';

const CORPUS = 'newspapers';

const sidesOf = (job: MethodJob): Promise<CorpusSides> =>
  corpusSides(job.corpus ?? join(job.corpora, CORPUS));

export async function trainSwarm(job: MethodJob): Promise<string> {
  const sides = await sidesOf(job);
  const { model: evaluated } = trainOn(sides, {}, job);
  await yieldToAbort(job.signal);
  const held = await scoreHeldOut(swarmExtractor(evaluated), sides);
  const { model } = trainOn({ ...sides, train: sides.pages, test: [] }, {}, job);
  await yieldToAbort(job.signal);
  const whole = { ...model, card: { ...model.card, held } };
  return written(await writeModel(job.root, 'swarm', modelToJSON(whole)), sides, held);
}

/** Chooses a configuration on the training side, evaluates it on the held-out pages, then trains it on all pages. */
export async function trainSwarmPlus(job: MethodJob): Promise<string> {
  const sides = await sidesOf(job);
  const { model: evaluated, configuration } = trainPlusOn(sides, {}, job);
  await yieldToAbort(job.signal);
  const held = await scoreHeldOut(plusExtractor(evaluated), sides);
  const options = trainingOptions({ ...CONVERGENT });
  const model = learnConfiguration(sides, preparePages(sides.pages, options), configuration, options, job);
  await yieldToAbort(job.signal);
  const whole = { ...model, card: { ...model.card, held } };
  return written(await writeModel(job.root, 'swarm-plus', plusToJSON(whole)), sides, held);
}

export async function trainOwn(
  examples: readonly Example[],
  control: TrainingControl = {},
): Promise<TrainedModel> {
  const options = trainingOptions();
  const pages = preparePages(
    examples.map(({ page }) => page),
    options,
  );
  refuseNone(pages, 'main content');
  const learned = runSwarm(pages, options, 'generations of the swarm', control);
  return {
    model: modelToJSON(swarmModel(learned, options, { pages: pages.length })),
    plots: [{ title: 'Convergence of the swarm', svg: convergencePlot([{ title: 'this run', learned }]) }],
  };
}

async function scoreHeldOut(extractor: Parameters<typeof scoreExtractor>[0], { train, test }: CorpusSides) {
  const { cosine } = await scoreExtractor(extractor, test);
  return { learnedFrom: train.length, pages: test.length, cosine: cosine.estimate };
}

function written(
  file: string,
  { pages }: CorpusSides,
  held: { readonly learnedFrom: number; readonly pages: number; readonly cosine: number },
): string {
  const score = `mean scaled cosine ${held.cosine.toFixed(3)} on ${held.pages} held-out pages`;
  return `Wrote ${file}, trained on ${pages.length} pages; ${score} when trained on the other ${held.learnedFrom}`;
}
