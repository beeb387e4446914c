import { type BoostingModel, fitPlatt, type PlattCalibration, plattProbability } from '@webpith/learn';
import type { PageType } from 'webpith';
import { type TypeVerdict, typeFromScores, withDeclared } from 'webpith/stages';
import type { HeldOut } from './folds.js';
import { fitPageModel, type PageTask, pageScores, qualityTask, typeTask } from './page-models.js';
import type { Extracted, PageOutcome } from './page-set.js';
import type { TrainingPage, TrainingSet } from './training-set.js';
import type { DefaultModel } from './write-weights.js';

/** The outcome of a page that the model has not seen, with predicted type and confidence. */
export interface JudgedPage extends PageOutcome, Extracted {
  readonly site: string;
  readonly goldType: string | undefined;
  readonly isLabelled: boolean;
  readonly type: string;
  readonly confidence: number;
}

/** Maps page scores to the probability of a good extraction. */
export type PageCalibration = PlattCalibration;

/** Results of another run to use instead of the pages' own. */
interface Known {
  readonly calibration: PageCalibration;
  readonly learned: readonly PageOutcome[];
}

/** Type of pages that no group held out; they are not reported. */
const NOT_ASKED: TypeVerdict = { type: 'other', types: {} };

/** Predicts type, outcome and confidence of each page with models not trained on it. */
export function judgeHeldOut(
  set: TrainingSet,
  outcomes: readonly PageOutcome[],
  heldOut: readonly HeldOut[],
  known?: Known,
): { readonly pages: JudgedPage[]; readonly calibration: PageCalibration } {
  const learned = known?.learned ?? outcomes;
  const types = byHeldOut(set, outcomes, learned, heldOut, typeTask(set), typeOf);
  const typed = outcomes.map((outcome, i) => typedPage(set.pages[i]!, outcome, types[i] ?? NOT_ASKED));
  const quality = qualityTask(typed);
  const scores = byHeldOut(set, outcomes, learned, heldOut, quality, firstScore);
  const calibration = known?.calibration ?? calibrate(quality.labels, scores);
  const pages = typed.map((page, i) => ({ ...page, confidence: plattProbability(calibration, scores[i]!) }));
  return { pages, calibration };
}

/** The same with the shipped models, for corpora not used in training. */
export function judgeUnseen(
  set: TrainingSet,
  outcomes: readonly PageOutcome[],
  model: DefaultModel,
): JudgedPage[] {
  return outcomes.map((outcome, i) => {
    const page = typedPage(set.pages[i]!, outcome, typeOf(model.type, outcome));
    const confidence = plattProbability(model.qualityCalibration, firstScore(model.quality, outcome));
    return { ...page, confidence };
  });
}

function typedPage(
  { site, gold, isLabelled }: TrainingPage,
  outcome: PageOutcome,
  { type, records }: TypeVerdict,
): Omit<JudgedPage, 'confidence'> {
  const { bag, leaning, snippets } = outcome.as[records ?? 'text'];
  return { ...outcome, bag, leaning, snippets, site, goldType: gold.type, isLabelled, type };
}

const firstScore = (model: BoostingModel, outcome: PageOutcome): number => pageScores(model, outcome)[0]!;

function typeOf(model: BoostingModel, outcome: PageOutcome): TypeVerdict {
  const names = model.classes as readonly PageType[];
  return withDeclared(typeFromScores(names, pageScores(model, outcome), outcome), outcome.declared);
}

/** Applies a page model to each page, trained with the page held out. */
function byHeldOut<Said>(
  set: TrainingSet,
  outcomes: readonly PageOutcome[],
  learned: readonly PageOutcome[],
  heldOut: readonly HeldOut[],
  task: PageTask,
  say: (model: BoostingModel, outcome: PageOutcome) => Said,
): Said[] {
  const said: Said[] = [];
  for (const { isHeldOut } of heldOut) {
    const model = fitPageModel(task, learned, i => !isHeldOut(set.pages[i]!));
    outcomes.forEach((outcome, i) => {
      if (isHeldOut(set.pages[i]!)) said[i] = say(model, outcome);
    });
  }
  return said;
}

function calibrate(labels: Int32Array, scores: readonly number[]): PageCalibration {
  const known = scores.map((_, i) => i).filter(i => labels[i]! >= 0);
  return fitPlatt({
    scores: Float64Array.from(known, i => scores[i]!),
    positive: Uint8Array.from(known, i => labels[i]!),
  });
}
