import { basename } from 'node:path';
import {
  cachedCorpusDigest,
  LabError,
  type Page,
  readCorpus,
  splitCorpus,
  type TrainingControl,
} from '@webpith/lab';
import { type Generation, maximiseBySwarm } from '@webpith/learn';
import { FEATURES, type Feature } from './features.js';
import {
  type FeaturedPage,
  meanScore,
  type PreparedPage,
  preparePages,
  thresholdRanges,
  withFeatures,
} from './fitness.js';
import type { SwarmModel } from './model.js';

/** Share of held-out pages, as in the paper (§4). */
const TEST_SHARE = 0.3;
const SEED = 1;

export interface CorpusSides {
  readonly name: string;
  readonly digest: string;
  readonly pages: readonly Page[];
  readonly train: readonly Page[];
  readonly test: readonly Page[];
}

export async function corpusSides(folder: string, type?: string): Promise<CorpusSides> {
  const pages: Page[] = [];
  for await (const page of readCorpus(folder, { onProblem: () => undefined })) {
    if (page.text?.trim() && (type === undefined || page.type === type)) pages.push(page);
  }
  if (pages.length < 2) {
    const message = `${folder}: expected at least two pages with a gold text, found ${pages.length}.`;
    throw new LabError('bad-corpus', `${message} The swarm is trained on gold texts. Use another corpus.`);
  }
  const digest = await cachedCorpusDigest(folder);
  return { name: basename(folder), digest, pages, ...splitPages(pages, page => page) };
}

export function splitPages<T>(
  things: readonly T[],
  pageOf: (thing: T) => Page,
  seed = SEED,
): { readonly train: T[]; readonly test: T[] } {
  const { test } = splitCorpus(things.map(pageOf), { testShare: TEST_SHARE, seed });
  const aside = new Set(test);
  return {
    train: things.filter(thing => !aside.has(pageOf(thing).id)),
    test: things.filter(thing => aside.has(pageOf(thing).id)),
  };
}

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
  const options = trainingOptions(given);
  const pages = preparePages(sides.train, options);
  const learned = runSwarm(pages, options, `swarm on ${sides.name}`, control);
  const model = swarmModel(learned, options, {
    training: { pages: pages.length, corpora: [{ name: sides.name, digest: sides.digest }] },
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
  card: Readonly<Record<string, unknown>> = {},
): SwarmModel {
  return {
    elements: { html5, divs },
    thresholds: Object.fromEntries(FEATURES.map(({ name }, i) => [name, thresholds[i]!])),
    card: { ...card, swarm: swarmSettings, fitness, generation },
  };
}

/**
 * Defaults are the paper's n and generations and the setting of its best particle, cognition over society. The paper
 * states only pulls "around 2" and inertia "close to 1".
 */
const DEFAULTS = {
  html5: true,
  divs: true,
  particles: 100,
  generations: 100,
  cognition: 2.5,
  social: 1.5,
  inertia: 0.9,
  seed: 1,
};

export type SwarmTrainingOptions = Readonly<typeof DEFAULTS>;

export const SETTINGS = {
  'cognition over society': { cognition: 2.5, social: 1.5 },
  'both equal': { cognition: 2, social: 2 },
} as const satisfies Record<string, Partial<SwarmTrainingOptions>>;

export function trainingOptions(given: Partial<SwarmTrainingOptions> = {}): SwarmTrainingOptions {
  return { ...DEFAULTS, ...given };
}

export interface LearnedThresholds {
  readonly thresholds: Float64Array;
  readonly fitness: number;
  readonly generation: number;
  readonly history: readonly Generation[];
}

type SwarmRun = Omit<SwarmTrainingOptions, 'html5' | 'divs'> & {
  readonly onProgress?: ((share: number) => void) | undefined;
  readonly stopped?: (() => boolean) | undefined;
};

/** Algorithm 1: particles in the unit cube, each coordinate scaled to the range of its feature. */
function learnThresholds(
  pages: readonly FeaturedPage[],
  features: readonly Feature[],
  run: SwarmRun,
): LearnedThresholds {
  const { particles, generations, cognition, social, inertia, seed, onProgress, stopped } = run;
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
    ...{ particles, generations, cognition, social, inertia, seed, onProgress, stopped },
  });
  return { thresholds: place(position).slice(), fitness, generation, history };
}
