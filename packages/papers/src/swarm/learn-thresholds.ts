import { type Generation, maximiseBySwarm } from '@webpith/learn';
import type { Feature } from './features.js';
import type { SwarmTrainingOptions } from './options.js';
import { thresholdRanges } from './thresholds.js';
import { type FeaturedPage, meanScore } from './training-pages.js';

export interface LearnedThresholds {
  readonly thresholds: Float64Array;
  /** Mean scaled cosine on the training pages. */
  readonly fitness: number;
  readonly generation: number;
  readonly history: readonly Generation[];
}

export type SwarmRun = Omit<SwarmTrainingOptions, 'html5' | 'divs'> & {
  readonly onProgress?: (share: number) => void;
  readonly stopped?: () => boolean;
};

/** Algorithm 1: particles in the unit cube, each coordinate scaled to the range of its feature. */
export function learnThresholds(
  pages: readonly FeaturedPage[],
  features: readonly Feature[],
  { particles, generations, cognition, social, inertia, seed, onProgress, stopped }: SwarmRun,
): LearnedThresholds {
  const ranges = thresholdRanges(pages, features);
  const score = meanScore(pages, features);
  const thresholds = new Float64Array(features.length);
  const place = (position: Float64Array) => {
    for (let i = 0; i < thresholds.length; i++) thresholds[i] = position[i]! * ranges[i]!;
    return thresholds;
  };
  const { position, fitness, generation, history } = maximiseBySwarm({
    fitness: at => score(place(at)),
    bounds: features.map(() => [0, 1] as const),
    ...{ particles, generations, cognition, social, inertia, seed },
    ...(onProgress && { onProgress }),
    ...(stopped && { stopped }),
  });
  return { thresholds: place(position).slice(), fitness, generation, history };
}
