import { join } from 'node:path';
import type { Example, MethodJob, TrainedModel, TrainingControl } from '@webpith/lab';
import { refuseFew, yieldToAbort } from '@webpith/lab/internals';
import { readModel, writeModel } from '../model-file.js';
import { convergencePlot } from './experiment/plots.js';
import { scoreExtractor } from './experiment/scores.js';
import { type PreparedPage, preparePages } from './fitness.js';
import { modelToJSON, swarmExtractor } from './model.js';
import { CONVERGENT, learnConfiguration, learnPanel, trainPlusOn } from './plus/learn.js';
import { plusExtractor, plusFromJSON, plusToJSON } from './plus/model.js';
import {
  type CorpusSides,
  corpusSides,
  runSwarm,
  type SwarmTrainingOptions,
  swarmModel,
  trainingOptions,
  trainOn,
} from './train.js';

const CORPUS = 'newspapers';

/** With fewer pages, thresholds would fit single blocks instead of kinds of blocks. */
const LEAST_PAGES = 3;

const sidesOf = ({ corpora }: MethodJob): Promise<CorpusSides> => corpusSides(join(corpora, CORPUS));

export async function trainSwarm(job: MethodJob): Promise<string> {
  const sides = await sidesOf(job);
  const { model: evaluated } = trainOn(sides, {}, job);
  await yieldToAbort(job.signal);
  const metrics = await scoreHeldOut(swarmExtractor(evaluated), sides);
  const { model } = trainOn({ ...sides, train: sides.pages, test: [] }, {}, job);
  await yieldToAbort(job.signal);
  const whole = { ...model, card: { ...model.card, metrics } };
  return written(await writeModel(job.root, 'swarm', modelToJSON(whole)), sides, metrics);
}

export async function trainSwarmPlus(job: MethodJob): Promise<string> {
  const sides = await sidesOf(job);
  const { model: evaluated, configuration } = trainPlusOn(sides, {}, job);
  await yieldToAbort(job.signal);
  const metrics = await scoreHeldOut(plusExtractor(evaluated), sides);
  const options = trainingOptions(CONVERGENT);
  const model = learnConfiguration(sides, preparePages(sides.pages, options), configuration, options, job);
  await yieldToAbort(job.signal);
  const whole = { ...model, card: { ...model.card, metrics } };
  return written(await writeModel(job.root, 'swarm-plus', plusToJSON(whole)), sides, metrics);
}

function ownPages(examples: readonly Example[], options: SwarmTrainingOptions): PreparedPage[] {
  const pages = preparePages(
    examples.map(({ page }) => page),
    options,
  );
  refuseFew(pages, LEAST_PAGES, 'main content', examples.length);
  return pages;
}

export async function trainOwn(
  examples: readonly Example[],
  control: TrainingControl = {},
): Promise<TrainedModel> {
  const options = trainingOptions();
  const pages = ownPages(examples, options);
  const learned = runSwarm(pages, options, 'generations of the swarm', control);
  return {
    model: modelToJSON(swarmModel(learned, options)),
    plots: [{ title: 'Convergence of the swarm', svg: convergencePlot([{ title: 'this run', learned }]) }],
  };
}

/**
 * Learns a panel of the same shape as the shipped one: choosing another by folds would need more pages than people
 * label.
 */
export async function trainOwnPlus(
  examples: readonly Example[],
  control: TrainingControl = {},
): Promise<TrainedModel> {
  const options = trainingOptions(CONVERGENT);
  const pages = ownPages(examples, options);
  const { features, particles } = plusFromJSON(await readModel('swarm-plus'));
  const shape = {
    features,
    runs: particles[0]?.runs !== undefined,
    particles: particles.length,
    together: 'any' as const,
  };
  const { html5, divs, ...swarm } = options;
  const { fitness, ...panel } = learnPanel(pages, shape, options, control);
  const model = { elements: { html5, divs }, ...panel, card: { swarm, fitness, shape } };
  return { model: plusToJSON(model), plots: [] };
}

async function scoreHeldOut(extractor: Parameters<typeof scoreExtractor>[0], { train, test }: CorpusSides) {
  const { cosine } = await scoreExtractor(extractor, test);
  return { learnedFrom: train.length, heldOut: test.length, cosine: cosine.estimate };
}

function written(
  file: string,
  { pages }: CorpusSides,
  { learnedFrom, heldOut, cosine }: Awaited<ReturnType<typeof scoreHeldOut>>,
): string {
  const score = `mean scaled cosine ${cosine.toFixed(3)} on ${heldOut} held-out pages`;
  return `Wrote ${file}, trained on ${pages.length} pages; ${score} when trained on the other ${learnedFrom}`;
}
