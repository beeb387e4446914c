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
  /** Where it departs from the options of all page models. */
  readonly options: Partial<BoostingOptions>;
}

/** A corpus of articles alone teaches that everything is an article; only the typed one counts. */
const TYPED_CORPUS = 'wcxb';

/** The type of every page of the typed corpus. */
export function typeTask(set: TrainingSet): PageTask {
  const labels = Int32Array.from(set.pages, ({ corpus, gold }) =>
    corpus === TYPED_CORPUS ? LEARNED_TYPES.indexOf(gold.type ?? '') : -1,
  );
  return { classes: LEARNED_TYPES, labels, options: { rounds: 240, learningRate: 0.04, maxLeaves: 12 } };
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
  const data: Dataset = {
    attributes: PAGE_VECTOR_NAMES.map(name => ({ name, kind: 'numeric' })),
    x: vectors(pages.map(i => outcomes[i]!)),
    y: Int32Array.from(pages, i => task.labels[i]!),
    classes: task.classes,
  };
  return new BoostingClassifier({ ...PAGE_MODEL, ...task.options }).fit({
    ...data,
    weights: rarityWeights(data),
  });
}

/** Rare classes weigh more, though not as much as would make up for their rarity: chosen by cross-validation. */
function rarityWeights({ y, classes }: Dataset): Float64Array {
  const counts = classes.map((_, k) => y.reduce((sum, label) => sum + (label === k ? 1 : 0), 0));
  const most = Math.max(...counts);
  return Float64Array.from(y, label => (most / counts[label]!) ** 0.4);
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
