import { pairedTTest } from '@webpith/lab';
import { mcNemarOfCases } from '@webpith/lab/internals';
import {
  C45,
  type C45Model,
  createClassifier,
  crossValidate,
  type Dataset,
  type Learner,
  metaCost,
  printTree,
  type SelectorName,
  seededRandom,
  select,
  selectedDataset,
  selectRows,
  withSelection,
} from '@webpith/learn';
import { ALGORITHMS, POSITIVE, TASK_NAMES, type Task, taskDataset } from '../dataset.js';
import { GENRES, type Genre } from '../genres.js';
import type { TrainingPage } from '../training-pages.js';
import { paperInstances } from './paper.js';

/** Instances per genre, as many as in the paper (table 6.3). */
const INSTANCES: Readonly<Record<Genre, number>> = { news: 1015, blog: 1015, forum: 678 };

const CLASSIFICATION_FOLDS = 10;

const DATASETS = TASK_NAMES.flatMap(task => GENRES.map(genre => ({ task, genre })));

export function genreDataset(pages: readonly TrainingPage[], genre: Genre, task: Task): Dataset {
  return sampledDataset(pages, genre, task, rows => rows.slice(0, INSTANCES[genre]));
}

function sampledDataset(
  pages: readonly TrainingPage[],
  genre: Genre,
  task: Task,
  choose: (shuffledRows: readonly number[], y: Int32Array) => number[],
): Dataset {
  const instances = pages.filter(page => page.genre === genre).flatMap(page => page.instances ?? []);
  const all = taskDataset(instances, task);
  const rows = choose(seededRandom(1).shuffle(Array.from(all.y.keys())), all.y).sort((a, b) => a - b);
  return selectRows(all, rows);
}

export interface Counts {
  readonly tp: number;
  readonly fn: number;
  readonly fp: number;
  readonly tn: number;
}

/** Accuracy, and precision, recall and F1 of the positive class (§5.1). */
export function countScores({ tp, fn, fp, tn }: Counts) {
  const precision = tp / Math.max(1, tp + fp);
  const recall = tp / Math.max(1, tp + fn);
  const f1 = (2 * precision * recall) / Math.max(1e-9, precision + recall);
  return { accuracy: (tp + tn) / Math.max(1, tp + fn + fp + tn), precision, recall, f1 };
}

export interface Outcome extends Counts {
  readonly task: Task;
  readonly genre: Genre;
  readonly algorithm: string;
  readonly right: readonly boolean[];
}

function crossValidated(classifier: Learner, data: Dataset): Counts & Pick<Outcome, 'right'> {
  const { probabilities } = crossValidate(classifier, data, { folds: CLASSIFICATION_FOLDS, seed: 1 });
  const counts = { tp: 0, fn: 0, fp: 0, tn: 0 };
  const right = Array.from(data.y, (truth, row) => {
    const predicted = probabilities[row * 2 + POSITIVE]! > 0.5 ? POSITIVE : 0;
    counts[truth === POSITIVE ? (predicted === truth ? 'tp' : 'fn') : predicted === truth ? 'tn' : 'fp']++;
    return predicted === truth;
  });
  return { ...counts, right };
}

function crossValidatedCounts(classifier: Learner, data: Dataset): Counts {
  const { right: _, ...counts } = crossValidated(classifier, data);
  return counts;
}

/** Tables 6.6, 6.8 and 6.10: ten folds of whole sites, four algorithms, three tasks, three genres. */
export function classificationExperiment(
  pages: readonly TrainingPage[],
  onShare: (share: number) => void,
  signal?: AbortSignal,
): Outcome[] {
  const jobs = DATASETS.flatMap(set => Object.keys(ALGORITHMS).map(algorithm => ({ ...set, algorithm })));
  return jobs.map((job, i) => {
    signal?.throwIfAborted();
    onShare(i / jobs.length);
    const { algorithm, options } = ALGORITHMS[job.algorithm as keyof typeof ALGORITHMS];
    const data = genreDataset(pages, job.genre, job.task);
    return { ...job, ...crossValidated(createClassifier(algorithm, options), data) };
  });
}

/** `+` if the first is significantly better by McNemar's test at 5 %, `-` if worse, `=` otherwise. */
export function comparison(first: Outcome, second: Outcome): '+' | '=' | '-' {
  const { pValue, onlyFirstRight, onlySecondRight } = mcNemarOfCases(first.right, second.right);
  if (pValue >= 0.05) return '=';
  return onlyFirstRight > onlySecondRight ? '+' : '-';
}

export const FEATURE_COUNTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
export const LEAST_INSTANCES = [2, 6, 10, 14, 18, 20];
/** Number of features in the paper's tables of minimum instances: not stated, but inferred from their first rows. */
const TUNED_FEATURES = 5;
const KEPT_FEATURES = 10;

export interface TunedOutcome extends Counts {
  readonly table: 'features' | 'instances' | 'algorithms';
  readonly setting: string;
  readonly task: Task;
  readonly genre: Genre;
}

type Setting = Pick<TunedOutcome, 'table' | 'setting'> & { readonly classifier: Learner };

/** Selects features inside each fold; the paper selected on all instances before splitting. */
function selected(keep: number, algorithm: string, options: Readonly<Record<string, unknown>>): Learner {
  return withSelection(createClassifier(algorithm, options), 'information-gain', { keep });
}

const tree = (minimumInstances: number) => ({ confidence: 0.25, minimumInstances });

const SETTINGS: readonly Setting[] = [
  ...FEATURE_COUNTS.map(count => ({
    table: 'features' as const,
    setting: String(count),
    classifier: selected(count, 'c45', tree(2)),
  })),
  ...LEAST_INSTANCES.map(least => ({
    table: 'instances' as const,
    setting: String(least),
    classifier: selected(TUNED_FEATURES, 'c45', tree(least)),
  })),
  ...Object.entries(ALGORITHMS).map(([name, { algorithm, options }]) => ({
    table: 'algorithms' as const,
    setting: name,
    classifier: selected(KEPT_FEATURES, algorithm, options),
  })),
];

export function appendixExperiment(
  pages: readonly TrainingPage[],
  onShare: (share: number) => void,
  signal?: AbortSignal,
): TunedOutcome[] {
  return DATASETS.flatMap((set, i) => {
    const data = genreDataset(pages, set.genre, set.task);
    return SETTINGS.map(({ table, setting, classifier }, s) => {
      signal?.throwIfAborted();
      onShare((i + s / SETTINGS.length) / DATASETS.length);
      return { table, setting, ...set, ...crossValidatedCounts(classifier, data) };
    });
  });
}

export interface Gap {
  readonly task: Task;
  readonly genre: Genre;
  /** Folds of whole sites, as in all other experiments. */
  readonly sites: Counts;
  /** Folds of instances, as in the paper. */
  readonly mixed: Counts;
  /** Folds of whole sites, with the paper's numbers of positive and negative instances. */
  readonly shares: Counts;
  readonly both: Counts;
}

export function gapExperiment(
  pages: readonly TrainingPage[],
  onShare: (share: number) => void,
  signal?: AbortSignal,
): Gap[] {
  const evaluate = (data: Dataset): Counts => {
    signal?.throwIfAborted();
    return crossValidatedCounts(new C45(), data);
  };
  return DATASETS.map(({ task, genre }, i) => {
    onShare(i / DATASETS.length);
    const drawn = genreDataset(pages, genre, task);
    const like = paperShares(pages, genre, task);
    return {
      task,
      genre,
      sites: evaluate(drawn),
      // Without groups, folds are split by instance.
      mixed: evaluate({ ...drawn, groups: undefined }),
      shares: evaluate(like),
      both: evaluate({ ...like, groups: undefined }),
    };
  });
}

export function paperShares(pages: readonly TrainingPage[], genre: Genre, task: Task): Dataset {
  const [positive, negative] = paperInstances(genre, task);
  return sampledDataset(pages, genre, task, (rows, y) => [
    ...rows.filter(row => y[row] === POSITIVE).slice(0, positive),
    ...rows.filter(row => y[row] !== POSITIVE).slice(0, negative),
  ]);
}

/** Costs of missing main content to try; a false positive costs 1 (figure 6.6). */
const COSTS = [1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20];

export interface CostPoint extends Counts {
  readonly cost: number;
}

export function costExperiment(
  pages: readonly TrainingPage[],
  onShare: (share: number) => void,
  signal?: AbortSignal,
): CostPoint[] {
  const data = genreDataset(pages, 'news', 'content');
  return COSTS.map((cost, i) => {
    signal?.throwIfAborted();
    onShare(i / COSTS.length);
    const { algorithm, options } = ALGORITHMS['J48 Decision Tree'];
    const plain = createClassifier(algorithm, options);
    // Rows are true classes, columns predicted ones.
    const costs = [
      [0, 1],
      [cost, 0],
    ];
    const learner = cost === 1 ? plain : metaCost(plain, costs);
    return { cost, ...crossValidatedCounts(learner, data) };
  });
}

export function misclassificationCost({ fn, fp }: CostPoint, ratio: number): number {
  return ratio * fn + fp;
}

/** A C4.5 tree on the news instances of a task with the strongest features, as in figures 6.4 and 6.5. */
export function newsTree(pages: readonly TrainingPage[], task: Task): string {
  const data = genreDataset(pages, 'news', task);
  const chosen = selectedDataset(select('information-gain', data, { keep: 10 }), data);
  // More instances per leaf than the paper's 2, to fit the tree on a page.
  return printTree(new C45({ minimumInstances: 15 }).fit(chosen) as C45Model);
}

/** The selectors of §6.4.2 by the paper's abbreviations; options bound each to seconds on a thousand rows. */
const SELECTORS: readonly (readonly [string, SelectorName, Readonly<Record<string, unknown>>])[] = [
  ['IG', 'information-gain', { keep: 10 }],
  ['RLF', 'relieff', { keep: 10, samples: 150 }],
  ['PC', 'principal-components', {}],
  ['CNS', 'consistency', {}],
  ['CFS', 'cfs', {}],
  ['WRP', 'wrapper', { classifier: 'c45', folds: 2 }],
];

const SELECTION_FOLDS = 5;

export interface SelectionOutcome {
  readonly task: Task;
  readonly genre: Genre;
  /** Abbreviation of the selector, or `J48` for none. */
  readonly method: string;
  readonly accuracies: readonly number[];
}

/** Appendix B.1: C4.5 after each selector, fitted on the training folds only. */
export function selectionExperiment(
  pages: readonly TrainingPage[],
  tasks: readonly Task[],
  onShare: (share: number) => void,
  signal?: AbortSignal,
): SelectionOutcome[] {
  const sets = tasks.flatMap(task => GENRES.map(genre => ({ task, genre })));
  return sets.flatMap(({ task, genre }, i) => {
    const data = genreDataset(pages, genre, task);
    const evaluate = (method: string, classifier: Parameters<typeof crossValidate>[0]): SelectionOutcome => {
      signal?.throwIfAborted();
      const { folds } = crossValidate(classifier, data, { folds: SELECTION_FOLDS, seed: 1 });
      return { task, genre, method, accuracies: folds.map(fold => fold.accuracy) };
    };
    onShare(i / sets.length);
    return [
      evaluate('J48', new C45()),
      ...SELECTORS.map(([method, selector, selectorOptions]) =>
        evaluate(method, withSelection(new C45(), selector, selectorOptions)),
      ),
    ];
  });
}

export function selectionRanks(
  outcomes: readonly SelectionOutcome[],
): { method: string; wins: number; losses: number }[] {
  const ranks = SELECTORS.map(([method]) => {
    let wins = 0;
    let losses = 0;
    for (const own of outcomes.filter(outcome => outcome.method === method)) {
      const others = outcomes.filter(
        ({ task, genre, method: other }) =>
          task === own.task && genre === own.genre && other !== method && other !== 'J48',
      );
      for (const other of others) {
        const { pValue, meanDifference } = pairedTTest(own.accuracies, other.accuracies);
        if (pValue >= 0.05) continue;
        if (meanDifference > 0) wins++;
        else losses++;
      }
    }
    return { method, wins, losses };
  });
  return ranks.sort((a, b) => b.wins - b.losses - (a.wins - a.losses));
}

export function strongFeatures(data: Dataset): string[] {
  const selection = select('information-gain', data, { keep: 10 });
  return selection.kind === 'columns' ? selection.columns.map(column => data.attributes[column]!.name) : [];
}
