import type { TrainingControl } from '@webpith/lab';
import type { CorpusSides } from './corpus-sides.js';
import { FEATURES } from './features.js';
import { type LearnedThresholds, learnThresholds } from './learn-thresholds.js';
import type { SwarmModel } from './model.js';
import { type SwarmTrainingOptions, trainingOptions } from './options.js';
import { type PreparedPage, preparePages, withFeatures } from './training-pages.js';

export interface TrainedSwarm {
  readonly model: SwarmModel;
  readonly learned: LearnedThresholds;
  readonly pages: readonly PreparedPage[];
}

export function trainOn(
  sides: Pick<CorpusSides, 'name' | 'digest' | 'train' | 'test'>,
  given: Partial<SwarmTrainingOptions> = {},
  control: TrainingControl = {},
): TrainedSwarm {
  const options = trainingOptions({ ...given });
  const pages = preparePages(sides.train, options);
  const learned = runSwarm(pages, options, `swarm on ${sides.name}`, control);
  const model = swarmModel(learned, options, {
    corpus: { name: sides.name, digest: sides.digest, pages: pages.length, heldAside: sides.test.length },
  });
  return { model, learned, pages };
}

export function runSwarm(
  pages: readonly PreparedPage[],
  options: SwarmTrainingOptions,
  step: string,
  { onProgress, signal }: TrainingControl,
  features = FEATURES,
): LearnedThresholds {
  signal?.throwIfAborted();
  return learnThresholds(withFeatures(pages, features), features, {
    ...options,
    onProgress: share => onProgress?.(step, share),
    stopped: () => signal?.aborted ?? false,
  });
}

export function swarmModel(
  { thresholds, fitness, generation }: LearnedThresholds,
  { html5, divs, ...swarmSettings }: SwarmTrainingOptions,
  card: Readonly<Record<string, unknown>>,
): SwarmModel {
  return {
    elements: { html5, divs },
    thresholds: Object.fromEntries(FEATURES.map(({ name }, i) => [name, thresholds[i]!])),
    card: { ...card, swarm: swarmSettings, fitness, generation },
  };
}
