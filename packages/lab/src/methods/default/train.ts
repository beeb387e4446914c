import { fitPlatt, type PlattCalibration, plattProbability } from '@pith/learn';
import { fitBlockModel } from './block-model.js';
import { findCheckpoints } from './checkpoints.js';
import { outOfFoldScores, pageFolds } from './folds.js';
import { LEAST_COVERAGE } from './labels.js';
import { fitPageModel, LEARNED_TYPES, outOfFoldPages, qualityTask, typeTask } from './page-models.js';
import { type PageOutcome, pageOutcomes } from './page-set.js';
import { readTrainingSet, type TrainingSet } from './training-set.js';
import { type DefaultModel, looseTrees } from './write-weights.js';

/** What training tells while it runs: the step, and the share of it that is done (up to 1) or the pages (above 1). */
export type TrainingProgress = (step: string, share: number) => void;

/** A trained model and what models that never saw a page made of it. */
export interface Training {
  readonly set: TrainingSet;
  readonly model: DefaultModel;
  readonly outcomes: readonly JudgedPage[];
}

/** The outcome of a page out of fold, with its predicted type and confidence. */
export interface JudgedPage extends PageOutcome {
  readonly fold: number;
  readonly goldType: string | undefined;
  readonly type: string;
  readonly confidence: number;
}

/**
 * Trains the default model on corpora. Five models, each without one fold of sites, say what the sixth, which is shipped
 * and has seen every page, can be expected to do; calibration, page types and confidence are learned from those five.
 */
export async function trainDefault(
  folders: readonly string[],
  progress: TrainingProgress,
): Promise<Training> {
  const set = await readTrainingSet(folders, pages => pages % 100 === 0 && progress('pages read', pages));
  const folds = pageFolds(set);
  const scores = await outOfFoldScores(set, folds, share => progress('models without a fold', share));
  const blockCalibration = calibrateBlocks(set, scores);
  const probability = scores.map(score => plattProbability(blockCalibration, score));
  const outcomes = await pageOutcomes(
    folders,
    set,
    probability,
    pages => pages % 100 === 0 && progress('pages decided', pages),
  );
  const judged = judge(set, outcomes, folds);
  progress('model of everything', 0);
  const blocks = await fitBlockModel(set, set.pages, undefined, share =>
    progress('model of everything', share),
  );
  return {
    set,
    outcomes: judged.pages,
    model: {
      blocks,
      blockCalibration,
      blockCheckpoints: findCheckpoints(set, looseTrees(blocks), blocks.ensemble.start),
      type: fitPageModel(typeTask(set), outcomes),
      quality: fitPageModel(qualityTask(outcomes), outcomes),
      qualityCalibration: judged.calibration,
    },
  };
}

/** Blocks weigh by their words: it is words that the cut counts. */
function calibrateBlocks(set: TrainingSet, scores: Float32Array): PlattCalibration {
  const rows = set.pages
    .filter(page => page.gold.text !== undefined && page.coverage >= LEAST_COVERAGE)
    .flatMap(page => Array.from({ length: page.blocks }, (_, b) => page.first + b));
  return fitPlatt({
    scores: Float64Array.from(rows, row => scores[row]!),
    positive: Uint8Array.from(rows, row => (set.share[row]! > 0.5 ? 1 : 0)),
    weights: Float64Array.from(rows, row => set.words[row]! + 0.1),
  });
}

function judge(set: TrainingSet, outcomes: readonly PageOutcome[], folds: Int32Array) {
  const typeScores = outOfFoldPages(typeTask(set), outcomes, folds);
  const quality = qualityTask(outcomes);
  const qualityScores = outOfFoldPages(quality, outcomes, folds).map(scores => scores[0]!);
  const known = outcomes.map((_, i) => i).filter(i => quality.labels[i]! >= 0);
  const calibration = fitPlatt({
    scores: Float64Array.from(known, i => qualityScores[i]!),
    positive: Uint8Array.from(known, i => quality.labels[i]!),
  });
  const pages = outcomes.map(
    (outcome, i): JudgedPage => ({
      ...outcome,
      fold: folds[i]!,
      goldType: set.pages[i]!.gold.type,
      type: outcome.declared ?? LEARNED_TYPES[typeScores[i]!.indexOf(Math.max(...typeScores[i]!))]!,
      confidence: plattProbability(calibration, qualityScores[i]!),
    }),
  );
  return { pages, calibration };
}
