import { type BoostingModel, fitPlatt, type PlattCalibration, plattProbability } from '@webpith/learn';
import { augmentedPages } from './augmented-pages.js';
import { BLOCK_MODEL, fitBlockModel } from './block-model.js';
import { findCheckpoints } from './checkpoints.js';
import {
  type CorpusWeights,
  type HeldOut,
  heldOutFolds,
  heldOutScores,
  pageFolds,
  scorePage,
  type TrainingData,
  weightedPages,
} from './folds.js';
import { type JudgedPage, judgeHeldOut, judgeUnseen, type PageCalibration } from './judge.js';
import { LEAST_COVERAGE } from './labels.js';
import { fitPageModel, qualityTask, typeTask } from './page-models.js';
import { pageOutcomes } from './page-set.js';
import { fitRecords, type RecordModel } from './record-weights.js';
import { readTrainingSet, type TrainingSet, type TrainingSources } from './training-set.js';
import { type DefaultModel, looseTrees } from './write-weights.js';

/** What training tells while it runs: the step, and the share of it that is done (up to 1) or the pages (above 1). */
export type TrainingProgress = (step: string, share: number) => void;

/** Tells every hundredth page of a step. */
export function everyHundred(progress: TrainingProgress, step: string): (pages: number) => void {
  return pages => {
    if (pages % 100 === 0) progress(step, pages);
  };
}

/** A trained model and what models that never saw a page made of it. */
export interface Training {
  readonly set: TrainingSet;
  readonly augmented: TrainingSet;
  readonly model: DefaultModel;
  /** By folds of sites. */
  readonly outcomes: readonly JudgedPage[];
  /** By models that saw no page of the same corpus. */
  readonly withoutCorpus: readonly JudgedPage[];
  /** Pages of corpora that teach nothing, by the model itself. */
  readonly unseen: readonly JudgedPage[];
}

/** What to train on, and what to measure on besides. */
export interface TrainingJob {
  readonly sources: TrainingSources;
  /** Corpora that judge the model and teach it nothing. */
  readonly judges?: readonly string[];
  /** Corpora, by name, each of which a model is to do without; those of one entry together. */
  readonly leaveOut?: readonly (readonly string[])[];
  /** What corpora weigh that do not weigh one. */
  readonly weights?: CorpusWeights;
}

/**
 * Trains a model on corpora. Five models, each without one fold of sites, say what the sixth, which is shipped and has
 * seen every page, can be expected to do; calibration, page types and confidence are learned from those five.
 */
export async function trainDefault(
  { sources, judges = [], leaveOut = [], weights = {} }: TrainingJob,
  progress: TrainingProgress,
): Promise<Training> {
  const set = await readTrainingSet(sources, everyHundred(progress, 'pages read'));
  const folds = pageFolds(set);
  const augmented = await augmentedPages(sources, set, folds, everyHundred(progress, 'pages made'));
  const training = { set, augmented, weights };
  const byFold = await withoutSome(sources, training, heldOutFolds(set, folds), 'a fold', progress);
  const judged = judgeHeldOut(set, byFold.outcomes, heldOutFolds(set, folds));
  const withoutCorpus = await judgeWithoutCorpora(
    sources,
    training,
    { leaveOut, ...judged },
    byFold,
    progress,
  );
  const model = await fitAll(training, byFold, judged, progress);
  const unseen = await unseenPages(judges, model, everyHundred(progress, 'pages judged'));
  return { set, augmented, model, outcomes: judged.pages, withoutCorpus, unseen };
}

interface Without {
  readonly calibration: PlattCalibration;
  /** What the records of pages say, learned from all of them. */
  readonly records: RecordModel;
  readonly outcomes: Awaited<ReturnType<typeof pageOutcomes>>;
}

/** What becomes of every page when it is decided about by the model that has not seen it. */
async function withoutSome(
  sources: TrainingSources,
  training: TrainingData,
  heldOut: readonly HeldOut[],
  what: string,
  progress: TrainingProgress,
  known?: PlattCalibration,
): Promise<Without> {
  const { set } = training;
  const scores = await heldOutScores(training, heldOut, share => progress(`models without ${what}`, share));
  const calibration = known ?? calibrateBlocks(set, scores);
  const probability = scores.map(score => plattProbability(calibration, score));
  const records = heldOut.map(({ isHeldOut }) => ({
    isHeldOut,
    model: fitRecords(set, probability, page => !isHeldOut(page)),
  }));
  const everything = fitRecords(set, probability, () => true);
  const outcomes = await pageOutcomes(
    sources,
    set,
    probability,
    page => records.find(({ isHeldOut }) => isHeldOut(page))?.model ?? everything,
    everyHundred(progress, 'pages decided'),
  );
  return { calibration, records: everything, outcomes };
}

/** For each of some corpora, its pages by a model that saw none of them. */
async function judgeWithoutCorpora(
  sources: TrainingSources,
  training: TrainingData,
  { leaveOut, calibration }: { leaveOut: readonly (readonly string[])[]; calibration: PageCalibration },
  byFold: Without,
  progress: TrainingProgress,
): Promise<readonly JudgedPage[]> {
  if (leaveOut.length === 0) return [];
  const heldOut = leaveOut.map((corpora): HeldOut => ({ isHeldOut: page => corpora.includes(page.corpus) }));
  const without = await withoutSome(sources, training, heldOut, 'a corpus', progress, byFold.calibration);
  const known = { calibration, learned: byFold.outcomes };
  const { pages } = judgeHeldOut(training.set, without.outcomes, heldOut, known);
  return pages.filter((_, i) => heldOut.some(({ isHeldOut }) => isHeldOut(training.set.pages[i]!)));
}

async function fitAll(
  training: TrainingData,
  { calibration, records, outcomes }: Without,
  judged: ReturnType<typeof judgeHeldOut>,
  progress: TrainingProgress,
): Promise<DefaultModel> {
  const { set } = training;
  const blocks = await fitEverything(training, progress);
  return {
    blocks,
    blockCalibration: calibration,
    blockCheckpoints: findCheckpoints(set, looseTrees(blocks), blocks.ensemble.start),
    records,
    type: fitPageModel(typeTask(set), outcomes),
    quality: fitPageModel(qualityTask(judged.pages), outcomes),
    qualityCalibration: judged.calibration,
  };
}

/** The model of blocks of all pages. */
export async function fitEverything(
  training: TrainingData,
  progress: TrainingProgress,
  options = BLOCK_MODEL,
): Promise<BoostingModel> {
  progress('model of everything', 0);
  const pages = weightedPages(training, () => true);
  return await fitBlockModel(pages, options, share => progress('model of everything', share));
}

/** Blocks weigh by their words: it is words that the cut counts. */
export function calibrateBlocks(set: TrainingSet, scores: Float32Array): PlattCalibration {
  const rows = set.pages
    .filter(page => page.isLabelled || (page.gold.text !== undefined && page.coverage >= LEAST_COVERAGE))
    .flatMap(page => Array.from({ length: page.blocks }, (_, b) => page.first + b))
    .filter(row => set.share[row]! >= 0);
  return fitPlatt({
    scores: Float64Array.from(rows, row => scores[row]!),
    positive: Uint8Array.from(rows, row => (set.share[row]! > 0.5 ? 1 : 0)),
    weights: Float64Array.from(rows, row => set.words[row]! + 0.1),
  });
}

/** The pages of corpora that taught nothing, by the model as it is shipped. */
async function unseenPages(
  judges: readonly string[],
  model: DefaultModel,
  onPage: (pages: number) => void,
): Promise<readonly JudgedPage[]> {
  const sources = { folders: judges };
  const set = await readTrainingSet(sources, onPage);
  const scores = new Float32Array(set.share.length);
  for (const page of set.pages) scorePage(model.blocks, set, page, scores);
  const probability = scores.map(score => plattProbability(model.blockCalibration, score));
  return judgeUnseen(set, await pageOutcomes(sources, set, probability, () => model.records, onPage), model);
}
