import { pairedTTest } from '@webpith/lab';
import {
  AttributeSelected,
  C45,
  crossValidate,
  type Dataset,
  type SelectorName,
  select,
} from '@webpith/learn';
import type { Task } from '../dataset.js';
import { GENRES, type Genre } from '../genres.js';
import type { TrainingPage } from '../training-pages.js';
import { genreDataset } from './classification.js';

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
        evaluate(method, new AttributeSelected({ selector, selectorOptions, classifier: 'c45' })),
      ),
    ];
  });
}

/** Wins and losses of each selector against all others over the datasets, by paired t-tests over the folds at 5 %. */
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
