import { BoostingClassifier, type BoostingModel, type BoostingOptions, type Dataset } from '@pith/learn';
import { PAGE_TYPES } from 'pith';
import { PAGE_VECTOR_NAMES } from 'pith/internals';
import { FOLDS } from './folds.js';
import type { PageOutcome } from './page-set.js';
import type { TrainingSet } from './training-set.js';

/** Page types that the corpora have examples of; `other` is recognised by rule. */
export const LEARNED_TYPES: readonly string[] = PAGE_TYPES.filter(type => type !== 'other');

/** An extraction of at least this F1 is a good one; confidence is the probability of it. */
export const GOOD_F1 = 0.8;

/** Small and slow: there are two thousand pages, not half a million blocks. */
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

/** One model of pages: which pages it learns from and what they are to it. */
interface PageTask {
  readonly classes: readonly string[];
  /** Number of the class, or -1 for a page that teaches nothing. */
  readonly labels: Int32Array;
  /** What each page weighs; one where nothing is said. */
  readonly weights?: Float64Array;
  /** Where it departs from the options of all page models. */
  readonly options: Partial<BoostingOptions>;
}

/**
 * The corpus whose pages have types. Corpora of articles alone teach that everything is an article, so theirs weigh
 * little: enough to tell what to make of a page with few signs.
 */
const TYPED_CORPUS = 'wcxb';
const ARTICLES: readonly string[] = ['newspapers', 'chinese'];
const ARTICLE_WEIGHT = 0.1;

/** The type of every page whose type is known. */
export function typeTask(set: TrainingSet): PageTask {
  const labels = Int32Array.from(set.pages, ({ corpus, gold }) => {
    if (corpus === TYPED_CORPUS) return LEARNED_TYPES.indexOf(gold.type ?? '');
    return ARTICLES.includes(corpus) ? LEARNED_TYPES.indexOf('article') : -1;
  });
  const weights = Float64Array.from(set.pages, ({ corpus }) =>
    corpus === TYPED_CORPUS ? 1 : ARTICLE_WEIGHT,
  );
  return {
    weights,
    classes: LEARNED_TYPES,
    labels,
    options: { rounds: 240, learningRate: 0.04, maxLeaves: 12 },
  };
}

/** Whether each page with gold text was extracted well. */
export function qualityTask(outcomes: readonly PageOutcome[]): PageTask {
  const labels = Int32Array.from(outcomes, ({ bag }) => (bag === undefined ? -1 : bag.f1 >= GOOD_F1 ? 1 : 0));
  return { classes: ['poor', 'good'], labels, options: {} };
}

/** Fits a model of pages to those that `take` says. */
export function fitPageModel(
  task: PageTask,
  outcomes: readonly PageOutcome[],
  take: (page: number) => boolean = () => true,
): BoostingModel {
  const pages = outcomes.map((_, i) => i).filter(i => task.labels[i]! >= 0 && take(i));
  const y = Int32Array.from(pages, i => task.labels[i]!);
  const data: Dataset = {
    attributes: PAGE_VECTOR_NAMES.map(name => ({ name, kind: 'numeric' })),
    x: vectors(pages.map(i => outcomes[i]!)),
    y,
    classes: task.classes,
    weights: rarityWeights(
      y,
      Float64Array.from(pages, i => task.weights?.[i] ?? 1),
      task.classes.length,
    ),
  };
  return new BoostingClassifier({ ...PAGE_MODEL, ...task.options }).fit(data);
}

/** Rare classes weigh more, though not as much as would make up for their rarity: chosen by cross-validation. */
function rarityWeights(y: Int32Array, own: Float64Array, classes: number): Float64Array {
  const sums = new Float64Array(classes);
  y.forEach((label, i) => {
    sums[label]! += own[i]!;
  });
  const most = Math.max(...sums);
  return Float64Array.from(y, (label, i) => own[i]! * (most / sums[label]!) ** 0.4);
}

/** Scores of every page, `pages × outputs`, by the model of the folds that it is not in. */
export function outOfFoldPages(
  task: PageTask,
  outcomes: readonly PageOutcome[],
  folds: Int32Array,
): Float64Array[] {
  const scores: Float64Array[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const model = fitPageModel(task, outcomes, i => folds[i] !== fold);
    outcomes.forEach((outcome, i) => {
      if (folds[i] === fold) scores[i] = model.scores(vectors([outcome]));
    });
  }
  return scores;
}

function vectors(outcomes: readonly PageOutcome[]) {
  const columns = PAGE_VECTOR_NAMES.length;
  const data = new Float32Array(outcomes.length * columns);
  outcomes.forEach((outcome, i) => {
    data.set(outcome.vector, i * columns);
  });
  return { kind: 'dense', rows: outcomes.length, columns, data } as const;
}
