import { join } from 'node:path';
import { type BoostingModel, fitPlatt, type PlattCalibration, plattProbability } from '@webpith/learn';
import type { ModelFile } from 'webpith';
import { WEIGHTS } from 'webpith/stages';
import { LabError } from '../../errors.js';
import { modelFileWith } from '../model-file.js';
import { augmentedPages } from './augment.js';
import { BLOCK_MODEL, findCheckpoints, fitBlockModel } from './block-model.js';
import { type EntryModel, fitEntries } from './entry-weights.js';
import {
  type CorpusWeights,
  FOLDS,
  type HeldOut,
  heldOutFolds,
  heldOutScores,
  pageFolds,
  scorePage,
  type TrainingData,
  weightedPages,
} from './folds.js';
import { LEAST_COVERAGE } from './labels.js';
import {
  type EvaluatedPage,
  evaluateHeldOut,
  evaluateUnseen,
  fitPageModel,
  type PageCalibration,
  qualityTask,
  typeTask,
} from './page-models.js';
import { pageOutcomes } from './page-outcomes.js';
import {
  readTrainingSet,
  type TrainingSet,
  TrainingSetBuilder,
  type TrainingSources,
} from './training-set.js';
import { type DefaultModel, looseTrees, packBlocks } from './write-weights.js';

/** Receives the current step with its share done (up to 1) or its number of pages (above 1). */
export type TrainingProgress = (step: string, share: number) => void;

export function everyHundred(progress: TrainingProgress, step: string): (pages: number) => void {
  return pages => {
    if (pages % 100 === 0) progress(step, pages);
  };
}

export interface Training {
  readonly set: TrainingSet;
  readonly augmented: TrainingSet;
  readonly model: DefaultModel;
  readonly outcomes: readonly EvaluatedPage[];
  readonly withoutCorpus: readonly EvaluatedPage[];
  readonly unseen: readonly EvaluatedPage[];
}

interface TrainingJob {
  readonly sources: TrainingSources;
  readonly heldOutCorpora?: readonly string[];
  /** Groups of corpora; each group is left out of training once. */
  readonly leaveOut?: readonly (readonly string[])[];
  readonly weights?: CorpusWeights;
}

/**
 * Five models, each without one fold of sites, estimate the quality of the sixth, which is trained on all pages and
 * shipped. Calibration, page types and confidence are fitted to the outputs of the five.
 */
export async function trainDefault(
  { sources, heldOutCorpora = [], leaveOut = [], weights = {} }: TrainingJob,
  progress: TrainingProgress,
): Promise<Training> {
  const set = await readTrainingSet(sources, everyHundred(progress, 'pages read'));
  const folds = pageFolds(set);
  const augmented = await augmentedPages(sources, set, folds, everyHundred(progress, 'pages augmented'));
  const training = { set, augmented, weights };
  const byFold = heldOutFolds(set, folds);
  const byCorpus = leaveOut.map((corpora): HeldOut => ({ isHeldOut: page => corpora.includes(page.corpus) }));
  const [foldScores, corpusScores, blocks] = await Promise.all([
    heldOutScores(training, byFold, share => progress('models without a fold', share)),
    heldOutScores(training, byCorpus, share => progress('models without a corpus', share)),
    fitEverything(training, progress),
  ]);
  const fromFolds = await extractHeldOut(sources, set, foldScores, byFold, progress);
  const evaluated = evaluateHeldOut(set, fromFolds.outcomes, byFold);
  const withoutCorpus = await evaluateWithoutCorpora(
    { sources, set, scores: corpusScores, heldOut: byCorpus },
    evaluated.calibration,
    fromFolds,
    progress,
  );
  const model = modelOf(set, blocks, fromFolds, evaluated);
  const unseen = await unseenPages(heldOutCorpora, model, everyHundred(progress, 'pages evaluated'));
  return { set, augmented, model, outcomes: evaluated.pages, withoutCorpus, unseen };
}

interface HeldOutOutcomes {
  readonly calibration: PlattCalibration;
  readonly records: EntryModel;
  readonly outcomes: Awaited<ReturnType<typeof pageOutcomes>>;
}

async function extractHeldOut(
  sources: TrainingSources,
  set: TrainingSet,
  scores: Float32Array,
  heldOut: readonly HeldOut[],
  progress: TrainingProgress,
  known?: PlattCalibration,
): Promise<HeldOutOutcomes> {
  const calibration = known ?? calibrateBlocks(set, scores);
  const probability = scores.map(score => plattProbability(calibration, score));
  const records = heldOut.map(({ isHeldOut }) => ({
    isHeldOut,
    model: fitEntries(set, probability, page => !isHeldOut(page)),
  }));
  const everything = fitEntries(set, probability, () => true);
  const outcomes = await pageOutcomes(
    sources,
    set,
    probability,
    page => records.find(({ isHeldOut }) => isHeldOut(page))?.model ?? everything,
    everyHundred(progress, 'pages extracted'),
  );
  return { calibration, records: everything, outcomes };
}

interface HeldOutScores {
  readonly sources: TrainingSources;
  readonly set: TrainingSet;
  readonly scores: Float32Array;
  readonly heldOut: readonly HeldOut[];
}

async function evaluateWithoutCorpora(
  { sources, set, scores, heldOut }: HeldOutScores,
  calibration: PageCalibration,
  fromFolds: HeldOutOutcomes,
  progress: TrainingProgress,
): Promise<readonly EvaluatedPage[]> {
  if (heldOut.length === 0) return [];
  const without = await extractHeldOut(sources, set, scores, heldOut, progress, fromFolds.calibration);
  const known = { calibration, learned: fromFolds.outcomes };
  const { pages } = evaluateHeldOut(set, without.outcomes, heldOut, known);
  return pages.filter((_, i) => heldOut.some(({ isHeldOut }) => isHeldOut(set.pages[i]!)));
}

function modelOf(
  set: TrainingSet,
  blocks: BoostingModel,
  { calibration, records, outcomes }: HeldOutOutcomes,
  evaluated: ReturnType<typeof evaluateHeldOut>,
): DefaultModel {
  return {
    blocks,
    blockCalibration: calibration,
    blockCheckpoints: findCheckpoints(set, looseTrees(blocks), blocks.ensemble.start),
    records,
    type: fitPageModel(typeTask(set), outcomes),
    quality: fitPageModel(qualityTask(evaluated.pages), outcomes),
    qualityCalibration: evaluated.calibration,
  };
}

export async function fitEverything(
  training: TrainingData,
  progress: TrainingProgress,
  options = BLOCK_MODEL,
): Promise<BoostingModel> {
  progress('final model', 0);
  return await fitBlockModel(
    () => weightedPages(training, () => true),
    options,
    share => progress('final model', share),
  );
}

/** Calibrates scores to probabilities; blocks are weighted by words, as in the cut between content and noise. */
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

async function unseenPages(
  heldOutCorpora: readonly string[],
  model: DefaultModel,
  onPage: (pages: number) => void,
): Promise<readonly EvaluatedPage[]> {
  const sources = { folders: heldOutCorpora };
  const set = await readTrainingSet(sources, onPage);
  const scores = new Float32Array(set.share.length);
  for (const page of set.pages) scorePage(model.blocks, set, page, scores);
  const probability = scores.map(score => plattProbability(model.blockCalibration, score));
  return evaluateUnseen(
    set,
    await pageOutcomes(sources, set, probability, () => model.records, onPage),
    model,
  );
}

const LEAST_PAGES = 20;
const LEAST_FOR_CHECKPOINTS = 50_000;

/** Trains a block model from scratch. Page types and confidence stay those of the default. */
export async function trainOwn(folder: string, name: string, progress: TrainingProgress): Promise<ModelFile> {
  const sources = { folders: [folder], labels: join(folder, '..') };
  const set = await readTrainingSet(sources, everyHundred(progress, 'pages read'));
  const annotated = set.pages.filter(page => page.isLabelled || page.coverage >= LEAST_COVERAGE);
  const sites = new Set(annotated.map(page => page.site)).size;
  if (annotated.length < LEAST_PAGES || sites < FOLDS) {
    throw new LabError(
      'bad-input',
      `Expected at least ${LEAST_PAGES} pages of ${FOLDS} sites with gold text or labels, got ${annotated.length} pages of ${sites} sites. ` +
        'Label more pages, or train a correction of the default: pith train adapted.',
    );
  }
  const training = { set, augmented: new TrainingSetBuilder().set() };
  const scores = await heldOutScores(training, heldOutFolds(set, pageFolds(set)), share =>
    progress('models without a fold', share),
  );
  const calibration = calibrateBlocks(set, scores);
  const probability = scores.map(score => plattProbability(calibration, score));
  const blocks = await fitEverything(training, progress);
  const isLarge = set.share.length >= LEAST_FOR_CHECKPOINTS;
  const blockCheckpoints = isLarge ? findCheckpoints(set, looseTrees(blocks), blocks.ensemble.start) : [];
  const own = packBlocks({ blocks, blockCalibration: calibration, blockCheckpoints });
  const weights = { ...WEIGHTS, ...own, records: fitEntries(set, probability, () => true) };
  const learnedFrom = { pages: annotated.length, sites };
  return modelFileWith(name, weights, { learnedFrom, pageTypes: 'those of the default' });
}
