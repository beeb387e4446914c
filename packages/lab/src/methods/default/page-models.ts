import {
  BoostingClassifier,
  type BoostingModel,
  type BoostingOptions,
  type Dataset,
  fitPlatt,
  numericAttributes,
  type PlattCalibration,
  plattProbability,
} from '@webpith/learn';
import { PAGE_TYPES, type PageType } from 'webpith';
import { PAGE_VECTOR_NAMES, type TypeVerdict, typeFromScores, withDeclared } from 'webpith/stages';
import type { HeldOut } from './folds.js';
import type { Extracted, PageOutcome } from './page-outcomes.js';
import type { TrainingPage, TrainingSet } from './training-set.js';
import type { DefaultModel } from './write-weights.js';

/** `other` is recognised by rule. */
export const LEARNED_TYPES: readonly string[] = PAGE_TYPES.filter(type => type !== 'other');

/** Confidence is the probability of at least this F1. */
export const GOOD_F1 = 0.8;

/** Small trees and a low rate: trained on two thousand pages, not on half a million blocks. */
const PAGE_MODEL: Partial<BoostingOptions> = {
  rounds: 60,
  learningRate: 0.08,
  maxLeaves: 8,
  minLeafRows: 12,
  l2: 5,
  rowShare: 0.8,
  columnShare: 0.4,
  maxBins: 63,
  seed: 1,
};

export interface PageTask {
  readonly classes: readonly string[];
  readonly labels: Int32Array;
  readonly weights?: Float64Array;
  readonly options: Partial<BoostingOptions>;
}

/** Corpora with only articles. Their small weight suffices as a prior for pages with little evidence. */
const ARTICLES: readonly string[] = ['newspapers', 'chinese'];
const ARTICLE_WEIGHT = 0.3;

export function typeTask(set: TrainingSet): PageTask {
  const isArticle = (corpus: string) => ARTICLES.includes(corpus);
  return {
    weights: Float64Array.from(set.pages, ({ corpus }) => (isArticle(corpus) ? ARTICLE_WEIGHT : 1)),
    classes: LEARNED_TYPES,
    labels: Int32Array.from(set.pages, ({ corpus, gold }) =>
      LEARNED_TYPES.indexOf(isArticle(corpus) ? 'article' : (gold.type ?? '')),
    ),
    options: { rounds: 240, learningRate: 0.04, maxLeaves: 12 },
  };
}

export function qualityTask(outcomes: readonly Pick<Extracted, 'bag'>[]): PageTask {
  const labels = Int32Array.from(outcomes, ({ bag }) => (bag === undefined ? -1 : bag.f1 >= GOOD_F1 ? 1 : 0));
  return { classes: ['poor', 'good'], labels, options: {} };
}

export function fitPageModel(
  task: PageTask,
  outcomes: readonly PageOutcome[],
  take: (page: number) => boolean = () => true,
): BoostingModel {
  const pages = outcomes.map((_, i) => i).filter(i => task.labels[i]! >= 0 && take(i));
  // If a corpus is left out, classes without pages are dropped.
  const classes = task.classes.filter((_, label) => pages.some(i => task.labels[i] === label));
  const y = Int32Array.from(pages, i => classes.indexOf(task.classes[task.labels[i]!]!));
  const data: Dataset = {
    attributes: numericAttributes(PAGE_VECTOR_NAMES),
    x: vectors(pages.map(i => outcomes[i]!)),
    y,
    classes,
    weights: rarityWeights(
      y,
      Float64Array.from(pages, i => task.weights?.[i] ?? 1),
      classes.length,
    ),
  };
  return new BoostingClassifier({ ...PAGE_MODEL, ...task.options }).fit(data);
}

/** Inverse class frequency with exponent 0.4, chosen by cross-validation. */
function rarityWeights(y: Int32Array, own: Float64Array, classes: number): Float64Array {
  const sums = new Float64Array(classes);
  y.forEach((label, i) => {
    sums[label]! += own[i]!;
  });
  const most = Math.max(...sums);
  return Float64Array.from(y, (label, i) => own[i]! * (most / sums[label]!) ** 0.4);
}

function pageScores(model: BoostingModel, outcome: PageOutcome): Float64Array {
  return model.scores(vectors([outcome]));
}

function vectors(outcomes: readonly PageOutcome[]) {
  const columns = PAGE_VECTOR_NAMES.length;
  const data = new Float32Array(outcomes.length * columns);
  outcomes.forEach((outcome, i) => {
    data.set(outcome.vector, i * columns);
  });
  return { kind: 'dense', rows: outcomes.length, columns, data } as const;
}

export interface EvaluatedPage extends PageOutcome, Extracted {
  readonly site: string;
  readonly goldType: string | undefined;
  readonly isLabelled: boolean;
  readonly type: string;
  readonly confidence: number;
}

export type PageCalibration = PlattCalibration;

interface Reference {
  readonly calibration: PageCalibration;
  readonly learned: readonly PageOutcome[];
}

/** Type of pages that no group held out; they are not reported. */
const UNTYPED: TypeVerdict = { type: 'other', types: {} };

export function evaluateHeldOut(
  set: TrainingSet,
  outcomes: readonly PageOutcome[],
  heldOut: readonly HeldOut[],
  known?: Reference,
): { readonly pages: EvaluatedPage[]; readonly calibration: PageCalibration } {
  const learned = known?.learned ?? outcomes;
  const types = predictHeldOut(set, outcomes, learned, heldOut, typeTask(set), typeOf);
  const typed = outcomes.map((outcome, i) => typedPage(set.pages[i]!, outcome, types[i] ?? UNTYPED));
  const quality = qualityTask(typed);
  const scores = predictHeldOut(set, outcomes, learned, heldOut, quality, firstScore);
  const calibration = known?.calibration ?? calibrate(quality.labels, scores);
  const pages = typed.map((page, i) => ({ ...page, confidence: plattProbability(calibration, scores[i]!) }));
  return { pages, calibration };
}

export function evaluateUnseen(
  set: TrainingSet,
  outcomes: readonly PageOutcome[],
  model: DefaultModel,
): EvaluatedPage[] {
  return outcomes.map((outcome, i) => {
    const page = typedPage(set.pages[i]!, outcome, typeOf(model.type, outcome));
    const confidence = plattProbability(model.qualityCalibration, firstScore(model.quality, outcome));
    return { ...page, confidence };
  });
}

function typedPage(
  { site, gold, isLabelled }: TrainingPage,
  outcome: PageOutcome,
  { type, entries }: TypeVerdict,
): Omit<EvaluatedPage, 'confidence'> {
  const { bag, leaning, snippets } = outcome.as[entries ?? 'text'];
  return { ...outcome, bag, leaning, snippets, site, goldType: gold.type, isLabelled, type };
}

const firstScore = (model: BoostingModel, outcome: PageOutcome): number => pageScores(model, outcome)[0]!;

function typeOf(model: BoostingModel, outcome: PageOutcome): TypeVerdict {
  const names = model.classes as readonly PageType[];
  return withDeclared(
    typeFromScores(names, pageScores(model, outcome), outcome.evidence, outcome),
    outcome.declared,
  );
}

function predictHeldOut<T>(
  set: TrainingSet,
  outcomes: readonly PageOutcome[],
  learned: readonly PageOutcome[],
  heldOut: readonly HeldOut[],
  task: PageTask,
  predict: (model: BoostingModel, outcome: PageOutcome) => T,
): T[] {
  const predictions: T[] = [];
  for (const { isHeldOut } of heldOut) {
    const model = fitPageModel(task, learned, i => !isHeldOut(set.pages[i]!));
    outcomes.forEach((outcome, i) => {
      if (isHeldOut(set.pages[i]!)) predictions[i] = predict(model, outcome);
    });
  }
  return predictions;
}

function calibrate(labels: Int32Array, scores: readonly number[]): PageCalibration {
  const known = scores.map((_, i) => i).filter(i => labels[i]! >= 0);
  return fitPlatt({
    scores: Float64Array.from(known, i => scores[i]!),
    positive: Uint8Array.from(known, i => labels[i]!),
  });
}
