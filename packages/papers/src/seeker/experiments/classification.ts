import { mcNemarOfCases } from '@webpith/lab/internals';
import {
  type Classifier,
  createClassifier,
  crossValidate,
  type Dataset,
  seededRandom,
  selectRows,
} from '@webpith/learn';
import { GENRES, type Genre } from '../corpus-genres.js';
import { POSITIVE, TASKS, type Task, taskDataset } from '../dataset.js';
import { ALGORITHMS } from '../fit.js';
import type { TrainingPage } from '../training-pages.js';

/** Instances per genre, as many as in the paper (table 6.3). */
const INSTANCES: Readonly<Record<Genre, number>> = { news: 1015, blog: 1015, forum: 678 };

const CLASSIFICATION_FOLDS = 10;

/** The labelled instances of a genre for a task, sampled to the paper's number. */
export function genreDataset(pages: readonly TrainingPage[], genre: Genre, task: Task): Dataset {
  const instances = pages.filter(page => page.genre === genre).flatMap(page => page.instances ?? []);
  const all = taskDataset(instances, task);
  const rows = seededRandom(1).shuffle(Array.from(all.y.keys())).slice(0, INSTANCES[genre]);
  return selectRows(
    all,
    rows.sort((a, b) => a - b),
  );
}

/** Confusion matrix. */
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

/** Result of one algorithm on one task of one genre. */
export interface Outcome extends Counts {
  readonly task: Task;
  readonly genre: Genre;
  readonly algorithm: string;
  /** Correctness of each prediction. */
  readonly right: readonly boolean[];
}

/** Ten-fold cross-validation, by site if the data is grouped. */
export function crossValidated(classifier: Classifier, data: Dataset): Counts & Pick<Outcome, 'right'> {
  const { probabilities } = crossValidate(classifier, data, { folds: CLASSIFICATION_FOLDS, seed: 1 });
  const counts = { tp: 0, fn: 0, fp: 0, tn: 0 };
  const right = Array.from(data.y, (truth, row) => {
    const said = probabilities[row * 2 + POSITIVE]! > 0.5 ? POSITIVE : 0;
    counts[truth === POSITIVE ? (said === truth ? 'tp' : 'fn') : said === truth ? 'tn' : 'fp']++;
    return said === truth;
  });
  return { ...counts, right };
}

/** Tables 6.6, 6.8 and 6.10: ten folds of whole sites, four algorithms, three tasks, three genres. */
export function classificationExperiment(
  pages: readonly TrainingPage[],
  onShare: (share: number) => void,
  signal?: AbortSignal,
): Outcome[] {
  const jobs = (Object.keys(TASKS) as Task[]).flatMap(task =>
    GENRES.flatMap(genre => Object.keys(ALGORITHMS).map(algorithm => ({ task, genre, algorithm }))),
  );
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
