import { readOptions } from '@webpith/lab/internals';
import { numberOption, type OptionsOf, switchOption } from '@webpith/learn';

/**
 * Defaults: the paper's n and generations, and the setting of its best particle, cognition over society. The paper
 * only states pulls "around 2" and inertia "close to 1".
 */
const RULES = {
  html5: switchOption(true, 'sort the elements of HTML5 into the columns of figure 2'),
  divs: switchOption(true, 'let div bound a text'),
  particles: numberOption(100, { from: 1, to: 10_000, whole: true }, 'number of particles, n'),
  generations: numberOption(100, { from: 1, to: 10_000, whole: true }, 'number of generations'),
  cognition: numberOption(2.5, { from: 0 }, 'pull towards a particle’s own best, τ'),
  social: numberOption(1.5, { from: 0 }, 'pull towards the population’s best, φ'),
  inertia: numberOption(0.9, { from: 0 }, 'share of its velocity a particle keeps, ω'),
  seed: numberOption(1, { from: 0, whole: true }, 'seed of all chance'),
};

export type SwarmTrainingOptions = OptionsOf<typeof RULES>;

/** The two settings of figure 3. */
export const SETTINGS = {
  'cognition over society': { cognition: 2.5, social: 1.5 },
  'both equal': { cognition: 2, social: 2 },
} as const satisfies Record<string, Partial<SwarmTrainingOptions>>;

export function trainingOptions(given: Readonly<Record<string, unknown>> = {}): SwarmTrainingOptions {
  return readOptions('swarm', RULES, given);
}
