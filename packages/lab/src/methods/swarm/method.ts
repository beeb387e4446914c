import type { Method } from '../../extractor.js';
import { swarmExtractor } from './extractor.js';
import { FEATURES } from './features.js';
import { type LearnedThresholds, learnThresholds } from './learn-thresholds.js';
import { modelFromJSON, modelToJSON, type SwarmModel } from './model.js';
import { type SwarmTrainingOptions, trainingOptions } from './options.js';
import { preparePages, withFeatures } from './training-pages.js';

/** The method of paper 000: thresholds on eight features, learned by a particle swarm. */
export const swarm: Method<SwarmModel, Partial<SwarmTrainingOptions>> = {
  name: 'swarm',
  fit(examples, options) {
    const settings = trainingOptions({ ...options });
    const pages = preparePages(
      examples.map(({ page }) => page),
      settings,
    );
    const learned = learnThresholds(withFeatures(pages, FEATURES), FEATURES, settings);
    return swarmModel(learned, settings, { pages: pages.length });
  },
  load: modelFromJSON,
  toJSON: modelToJSON,
  extractor: swarmExtractor,
};

/** A model of learned thresholds; its card says how they were found, and whatever else is given. */
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
