import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MethodJob, Page, TrainingControl } from '@webpith/lab';
import { yieldToAbort } from '@webpith/lab/internals';
import { pruneRemove } from '../../classical/all-text.js';
import { baselines, textExtractor } from '../../classical/table.js';
import { ALL_FEATURES, FEATURES, type Feature, featureRows, keptText } from '../features.js';
import { keepByThresholds, type PreparedPage, preparePages } from '../fitness.js';
import { type SwarmModel, swarmExtractor } from '../model.js';
import { type TrainedPlus, trainPlusOn } from '../plus/learn.js';
import { keepByVotes, pageFeatures } from '../plus/model.js';
import type { ElementOptions } from '../text-blocks.js';
import {
  type CorpusSides,
  corpusSides,
  type LearnedThresholds,
  runSwarm,
  SETTINGS,
  type SwarmTrainingOptions,
  type TrainedSwarm,
  trainingOptions,
  trainOn,
} from '../train.js';
import { keepByTree, learnTree, type SingleFeature, singleFeatures } from './classifiers.js';
import {
  type HumanAgreement,
  humanAgreement,
  type LanguageAgreement,
  languageAgreement,
  repeatedSplits,
  type SplitScores,
  type StrategyScores,
  scoreExtractor,
  scoreTexts,
} from './scores.js';

export interface Segmentation {
  readonly title: string;
  readonly learned: LearnedThresholds;
  readonly pr: StrategyScores;
  readonly fe: StrategyScores;
}

export interface NamedRun {
  readonly title: string;
  readonly learned: LearnedThresholds;
}

export interface NamedScores {
  readonly title: string;
  readonly scores: StrategyScores;
}

interface OtherCorpus {
  readonly title: string;
  readonly sides: CorpusSides;
  readonly tb: StrategyScores;
  readonly pr: StrategyScores;
  readonly transferred: StrategyScores;
  readonly decisions: readonly NamedScores[];
  readonly own: StrategyScores;
  readonly seconds: number;
}

export interface SwarmExperiment {
  readonly sides: CorpusSides;
  readonly human: readonly HumanAgreement[];
  readonly tb: StrategyScores;
  readonly segmentations: readonly Segmentation[];
  readonly splits: readonly SplitScores[];
  readonly convergence: readonly NamedRun[];
  readonly otherRuns: readonly NamedRun[];
  readonly singles: readonly SingleFeature[];
  /** The eight thresholds first, then alternatives to them; the variant is last. */
  readonly outlook: readonly NamedScores[];
  readonly plus: TrainedPlus;
  readonly others: readonly OtherCorpus[];
  readonly languages: readonly LanguageAgreement[];
}

/** Element options, the paper's first; the last is the default in training. */
const SEGMENTATIONS: readonly (readonly [title: string, elements: ElementOptions])[] = [
  ['figure 2 alone', { html5: false, divs: false }],
  ['and HTML5', { html5: true, divs: false }],
  ['and `div` bounds', { html5: true, divs: true }],
];

/** Runs besides the two of figure 3 (§4.1: "various other population sizes"). */
const OTHER_RUNS = {
  'n = 25': { particles: 25 },
  'n = 50': { particles: 50 },
  'τ = φ = 1.496, ω = 0.73, which converges': { cognition: 1.49618, social: 1.49618, inertia: 0.7298 },
  'another seed': { seed: 2 },
} as const;

const OTHER_CORPORA: readonly (readonly [title: string, name: string, type?: string])[] = [
  ['`wcxb`, articles', 'wcxb', 'article'],
  ['`chinese`', 'chinese'],
];

type SwarmSize = Partial<Pick<SwarmTrainingOptions, 'particles' | 'generations'>>;

export async function measureSwarm(job: MethodJob, size: SwarmSize = {}): Promise<SwarmExperiment> {
  const languageCorpora = job.corpus === undefined ? [join(job.corpora, 'segments')].filter(existsSync) : [];
  const sides = await corpusSides(job.corpus ?? join(job.corpora, 'newspapers'));
  const trained: (TrainedSwarm & { readonly title: string })[] = [];
  for (const [title, elements] of SEGMENTATIONS) {
    await yieldToAbort(job.signal);
    trained.push({ title, ...trainOn(sides, { ...elements, ...size }, job) });
  }
  const segmentations = await Promise.all(trained.map(own => scoreSegmentation(own, sides.test)));
  const shipped = trained.at(-1)!;
  const test = preparePages(sides.test, shipped.model.elements);
  await yieldToAbort(job.signal);
  const plus = trainPlusOn(sides, size, job);
  const decisions = decisionsOf(shipped, plus, size, job);
  return {
    sides,
    human: job.corpus === undefined ? await humanAgreement(job) : [],
    tb: await scoreExtractor(baselines.tb!.create(), sides.test),
    segmentations,
    splits: await repeatedSplits(sides.pages, plus.configuration, size, job),
    convergence: runsOf(shipped, SETTINGS, size, job),
    otherRuns: runsOf(shipped, OTHER_RUNS, size, job),
    singles: singleFeatures(test),
    outlook: scoreDecisions(decisions, test),
    plus,
    others: job.corpus === undefined ? await otherCorpora(shipped.model, decisions, size, job) : [],
    languages: await languageAgreement(swarmExtractor(shipped.model), languageCorpora),
  };
}

function pruneAndRemove({ elements }: SwarmModel) {
  return textExtractor('pr', tree => pruneRemove(tree, elements.html5));
}

async function scoreSegmentation(
  { title, model, learned }: TrainedSwarm & { readonly title: string },
  test: readonly Page[],
): Promise<Segmentation> {
  return {
    title,
    learned,
    pr: await scoreExtractor(pruneAndRemove(model), test),
    fe: await scoreExtractor(swarmExtractor(model), test),
  };
}

function runsOf(
  { pages, learned }: TrainedSwarm,
  changes: Readonly<Record<string, Readonly<Record<string, number>>>>,
  size: SwarmSize,
  control: TrainingControl,
): NamedRun[] {
  const defaults = JSON.stringify(trainingOptions(size));
  return Object.entries(changes).map(([title, changed]) => {
    const options = trainingOptions({ ...size, ...changed });
    if (JSON.stringify(options) === defaults) return { title, learned };
    return { title, learned: runSwarm(pages, options, `swarm, ${title}`, control) };
  });
}

interface Decision {
  readonly title: string;
  readonly keep: (page: PreparedPage) => Uint8Array;
}

/** The decisions of §4.4 (more features, a tree instead of thresholds) and of the variant. */
function decisionsOf(
  { pages, learned }: TrainedSwarm,
  { model }: TrainedPlus,
  size: SwarmSize,
  control: TrainingControl,
): Decision[] {
  const byThresholds =
    (features: readonly Feature[], { thresholds }: LearnedThresholds) =>
    ({ measurements }: PreparedPage) => {
      const keep = new Uint8Array(measurements.length);
      keepByThresholds(featureRows(measurements, features), features, thresholds, keep);
      return keep;
    };
  const byTree = (features: readonly Feature[]) => {
    const tree = learnTree(pages, features);
    return (page: PreparedPage) => keepByTree(tree, page);
  };
  const byAny = ({ measurements }: PreparedPage) => {
    const keep = new Uint8Array(measurements.length);
    keepByVotes(pageFeatures(measurements, model.features), model, keep);
    return keep;
  };
  const all = `${ALL_FEATURES.length} features`;
  const more = runSwarm(pages, trainingOptions(size), `swarm, ${all}`, control, ALL_FEATURES);
  return [
    { title: 'thresholds, the eight features', keep: byThresholds(FEATURES, learned) },
    { title: `thresholds, ${all}`, keep: byThresholds(ALL_FEATURES, more) },
    { title: 'C4.5, the eight features', keep: byTree(FEATURES) },
    { title: `C4.5, ${all}`, keep: byTree(ALL_FEATURES) },
    { title: '`swarm-plus`', keep: byAny },
  ];
}

function scoreDecisions(decisions: readonly Decision[], pages: readonly PreparedPage[]): NamedScores[] {
  return decisions.map(({ title, keep }) => ({
    title,
    scores: scoreTexts(
      pages.map(page => keptText(page, keep(page))),
      pages.map(({ page }) => page),
    ),
  }));
}

async function otherCorpora(
  model: SwarmModel,
  decisions: readonly Decision[],
  size: SwarmSize,
  job: MethodJob,
): Promise<OtherCorpus[]> {
  const found: OtherCorpus[] = [];
  for (const [title, name, type] of OTHER_CORPORA) {
    const folder = join(job.corpora, name);
    if (!existsSync(folder)) continue;
    await yieldToAbort(job.signal);
    const sides = await corpusSides(folder, type);
    const before = process.cpuUsage();
    const own = trainOn(sides, size, job);
    const seconds = process.cpuUsage(before).user / 1e6;
    found.push({
      title,
      sides,
      tb: await scoreExtractor(baselines.tb!.create(), sides.test),
      pr: await scoreExtractor(pruneAndRemove(model), sides.test),
      transferred: await scoreExtractor(swarmExtractor(model), sides.test),
      decisions: scoreDecisions(decisions, preparePages(sides.test, model.elements)),
      own: await scoreExtractor(swarmExtractor(own.model), sides.test),
      seconds,
    });
  }
  return found;
}
