import type { TrainingControl } from '@webpith/lab';
import type { CorpusSides } from '../corpus-sides.js';
import { type SwarmTrainingOptions, trainingOptions } from '../options.js';
import { type PreparedPage, preparePages } from '../training-pages.js';
import { bestShape, type JudgedShape, judgeShapes, learnPanel } from './learn.js';
import type { PlusModel } from './model.js';

/**
 * Pulls that are proven to converge (Clerc & Kennedy 2002); with the paper's the swarm is only confined by its
 * bounds.
 */
export const SETTLING = { cognition: 1.49618, social: 1.49618, inertia: 0.7298 } as const;

/** A quarter of the work for choosing a configuration; the swarm converges well before (figure 3). */
const JUDGING = { particles: 50, generations: 50 };

/** The trained variant with the scores of all configurations. */
export interface TrainedPlus {
  readonly model: PlusModel;
  readonly judged: readonly JudgedShape[];
  readonly shape: JudgedShape;
}

/** Chooses a configuration on the training sites and learns it from all of them. */
export function trainPlusOn(
  sides: Pick<CorpusSides, 'name' | 'digest' | 'train'>,
  given: Partial<SwarmTrainingOptions> = {},
  control: TrainingControl = {},
): TrainedPlus {
  const options = trainingOptions({ ...SETTLING, ...given });
  const pages = preparePages(sides.train, options);
  const judged = judgeShapes(pages, trainingOptions({ ...SETTLING, ...JUDGING, ...given }), control);
  const shape = bestShape(judged);
  return { model: learnShape(sides, pages, shape, options, control), judged, shape };
}

/** Learns a configuration from the pages of a corpus. */
export function learnShape(
  { name, digest }: Pick<CorpusSides, 'name' | 'digest'>,
  pages: readonly PreparedPage[],
  shape: JudgedShape,
  options: SwarmTrainingOptions,
  control: TrainingControl = {},
): PlusModel {
  const { html5, divs, ...swarm } = options;
  const { fitness, ...panel } = learnPanel(pages, shape, options, control);
  const corpus = { name, digest, pages: pages.length };
  return { elements: { html5, divs }, ...panel, card: { corpus, swarm, fitness, shape } };
}
