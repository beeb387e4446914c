import { foldCorpus, type TrainingControl } from '@webpith/lab';
import { maximiseBySwarm } from '@webpith/learn';
import { meanOf } from '../../measures.js';
import { type PreparedPage, preparePages, scoreOf, scratchFor, thresholdRanges } from '../fitness.js';
import { type CorpusSides, type SwarmTrainingOptions, trainingOptions } from '../train.js';
import {
  FEATURE_SETS,
  type FeatureSet,
  keepByParticle,
  keepByVotes,
  type Panel,
  type Particle,
  type PlusModel,
  pageFeatures,
} from './model.js';

export interface PlusConfiguration {
  readonly features: FeatureSet;
  readonly runs: boolean;
  readonly particles: number;
  /**
   * `any`: a block is kept if any particle keeps it, and each particle is learned as the best addition to the previous
   * ones. `most`: a majority must keep it, and particles are learned independently.
   */
  readonly together: 'any' | 'most';
}

/** Feature sets to try, with or without the rule for runs. */
const FEATURE_CHOICES: readonly (readonly [features: FeatureSet, runs: boolean])[] = [
  ['paper', false],
  ['more', false],
  ['paper', true],
  ['relative', false],
  ['relative', true],
  ['named', true],
  ['around', false],
];

/** Swarms with different seeds converge differently, so a majority vote is more robust. */
const VOTERS = 5;

const CONFIGURATIONS: readonly PlusConfiguration[] = [
  ...FEATURE_CHOICES.flatMap(([features, runs]) =>
    [1, 2].map(particles => ({ features, runs, particles, together: 'any' as const })),
  ),
  ...FEATURE_CHOICES.slice(-3).map(([features, runs]) => ({
    features,
    runs,
    particles: VOTERS,
    together: 'most' as const,
  })),
];

const WIDEST_GAP = 20;

export function scorePanel(pages: readonly PreparedPage[], panel: Panel): number[] {
  const scratch = scratchFor(pages.map(({ score }) => score));
  return pages.map(({ measurements, score }) => {
    const keep = new Uint8Array(score.blocks);
    keepByVotes(pageFeatures(measurements, panel.features), panel, keep);
    return scoreOf(score, keep, scratch);
  });
}

interface LearnedPanel extends Panel {
  readonly fitness: number;
}

export function learnPanel(
  pages: readonly PreparedPage[],
  configuration: PlusConfiguration,
  options: SwarmTrainingOptions,
  { signal, onProgress }: TrainingControl = {},
): LearnedPanel {
  const { features, runs, particles: most, together } = configuration;
  const search = particleSearch(pages, features, runs);
  const next = (i: number) =>
    search.next({
      ...options,
      seed: options.seed + i,
      stopped: () => signal?.aborted ?? false,
      onProgress: share => onProgress?.('particles of the variant', (i + share) / most),
    });
  const particles =
    together === 'any'
      ? additions(search, next, most)
      : Array.from({ length: most }, (_, i) => next(i).particle);
  const votes = together === 'any' ? 1 : Math.floor(most / 2) + 1;
  const panel = { features, particles, votes };
  return { ...panel, fitness: meanOf(scorePanel(pages, panel)) };
}

type Next = (i: number) => { readonly particle: Particle; readonly fitness: number };

/** Learns particles one after another: all at once have too many dimensions to converge. */
function additions(search: ReturnType<typeof particleSearch>, next: Next, most: number): Particle[] {
  const particles: Particle[] = [];
  let fitness = 0;
  for (let i = 0; i < most; i++) {
    const found = next(i);
    if (found.fitness <= fitness) break;
    fitness = found.fitness;
    particles.push(found.particle);
    search.add(found.particle);
  }
  return particles;
}

interface Run extends SwarmTrainingOptions {
  readonly stopped: () => boolean;
  readonly onProgress: (share: number) => void;
}

function particleSearch(pages: readonly PreparedPage[], features: FeatureSet, runs: boolean) {
  const seen = pages.map(({ measurements }) => pageFeatures(measurements, features));
  const ranges = thresholdRanges(seen, FEATURE_SETS[features]);
  const scratch = scratchFor(pages.map(({ score }) => score));
  const kept = pages.map(({ score }) => new Uint8Array(score.blocks));
  const keeps = pages.map(({ score }) => new Uint8Array(score.blocks));
  let hasKept = false;
  const place = (position: Float64Array): Particle => {
    const thresholds = Float64Array.from(ranges, (range, i) => position[i]! * range);
    if (!runs) return { thresholds };
    const [gap, least] = position.subarray(ranges.length);
    return { thresholds, runs: { gap: Math.round(gap! * WIDEST_GAP), least: least! } };
  };
  const mark = (particle: Particle) =>
    seen.forEach((page, i) => {
      const keep = keeps[i]!;
      keepByParticle(page, features, particle, keep);
      if (hasKept) for (let block = 0; block < keep.length; block++) keep[block]! |= kept[i]![block]!;
    });
  const fitnessOf = (particle: Particle) => {
    mark(particle);
    return meanOf(pages.map(({ score }, i) => scoreOf(score, keeps[i]!, scratch)));
  };
  const width = ranges.length + (runs ? 2 : 0);
  return {
    next({ particles, generations, cognition, social, inertia, seed, stopped, onProgress }: Run) {
      const { position, fitness } = maximiseBySwarm({
        fitness: at => fitnessOf(place(at)),
        bounds: Array.from({ length: width }, () => [0, 1] as const),
        ...{ particles, generations, cognition, social, inertia, seed, stopped, onProgress },
      });
      return { particle: place(position), fitness };
    },
    add(particle: Particle) {
      mark(particle);
      keeps.forEach((keep, i) => {
        kept[i]!.set(keep);
      });
      hasKept = true;
    },
  };
}

interface ScoredConfiguration extends PlusConfiguration {
  readonly score: number;
}

const FOLDS = 5;

function scoreConfigurations(
  pages: readonly PreparedPage[],
  options: SwarmTrainingOptions,
  { signal, onProgress }: TrainingControl = {},
): ScoredConfiguration[] {
  const folds = foldCorpus(
    pages.map(({ page }) => page),
    { folds: Math.min(FOLDS, new Set(pages.map(({ page }) => page.url ?? page.id)).size), seed: 1 },
  );
  return CONFIGURATIONS.map((configuration, i) => {
    const scores = folds.flatMap(({ test }, fold) => {
      onProgress?.('shapes of the variant', (i + fold / folds.length) / CONFIGURATIONS.length);
      const held = new Set(test);
      const rest = pages.filter(({ page }) => !held.has(page.id));
      const learned = learnPanel(rest, configuration, options, { signal });
      return scorePanel(
        pages.filter(({ page }) => held.has(page.id)),
        learned,
      );
    });
    return { ...configuration, score: meanOf(scores) };
  });
}

export function bestConfiguration(scored: readonly ScoredConfiguration[]): ScoredConfiguration {
  return scored.reduce((best, configuration) => (configuration.score > best.score ? configuration : best));
}

/**
 * These pulls are proven to converge (Clerc & Kennedy 2002). With those of the paper, only the bounds contain the
 * swarm.
 */
export const CONVERGENT = { cognition: 1.49618, social: 1.49618, inertia: 0.7298 } as const;

/** A quarter of the default work; the swarm converges well before (figure 3). */
export const SMALL_SWARM = { particles: 50, generations: 50 };

export interface TrainedPlus {
  readonly model: PlusModel;
  readonly scored: readonly ScoredConfiguration[];
  readonly configuration: ScoredConfiguration;
}

export function trainPlusOn(
  sides: Pick<CorpusSides, 'name' | 'digest' | 'train'>,
  given: Partial<SwarmTrainingOptions> = {},
  control: TrainingControl = {},
): TrainedPlus {
  const options = trainingOptions({ ...CONVERGENT, ...given });
  const pages = preparePages(sides.train, options);
  const scored = scoreConfigurations(
    pages,
    trainingOptions({ ...CONVERGENT, ...SMALL_SWARM, ...given }),
    control,
  );
  const configuration = bestConfiguration(scored);
  return { model: learnConfiguration(sides, pages, configuration, options, control), scored, configuration };
}

export function learnConfiguration(
  { name, digest }: Pick<CorpusSides, 'name' | 'digest'>,
  pages: readonly PreparedPage[],
  configuration: ScoredConfiguration,
  options: SwarmTrainingOptions,
  control: TrainingControl = {},
): PlusModel {
  const { html5, divs, ...swarm } = options;
  const { fitness, ...panel } = learnPanel(pages, configuration, options, control);
  const training = { pages: pages.length, corpora: [{ name, digest }] };
  return { elements: { html5, divs }, ...panel, card: { training, swarm, fitness, shape: configuration } };
}
