import { C45, type C45Model, createClassifier, printTree, select, selectedDataset } from '@webpith/learn';
import type { Task } from '../dataset.js';
import { ALGORITHMS } from '../fit.js';
import type { TrainingPage } from '../training-pages.js';
import { type Counts, crossValidated, genreDataset } from './classification.js';

/** Costs of a missed main content to try; a false one costs 1 (figure 6.6). */
const COSTS = [1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20];

/** Confusion of content classification on news at one cost ratio. */
export interface CostPoint extends Counts {
  readonly cost: number;
}

/** MetaCost around C4.5 on the content instances of news, ten folds, at each cost. */
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
    const classifier =
      cost === 1
        ? createClassifier(algorithm, options)
        : createClassifier('metacost', {
            classifier: algorithm,
            classifierOptions: options,
            costs: [
              [0, 1],
              [cost, 0],
            ],
          });
    const { right: _, ...counts } = crossValidated(classifier, data);
    return { cost, ...counts };
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
