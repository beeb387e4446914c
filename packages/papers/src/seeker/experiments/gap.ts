import { C45, type Dataset, seededRandom, selectRows } from '@webpith/learn';
import { GENRES, type Genre } from '../corpus-genres.js';
import { POSITIVE, TASKS, type Task, taskDataset } from '../dataset.js';
import type { TrainingPage } from '../training-pages.js';
import { type Counts, crossValidated, genreDataset } from './classification.js';
import { paperInstances } from './paper.js';

/** C4.5 on one task of one genre, without the factors that may explain the difference from the paper. */
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

/**
 * Measures how much of the difference from the paper is due to mixed folds and to the share of positive instances.
 */
export function gapExperiment(
  pages: readonly TrainingPage[],
  onShare: (share: number) => void,
  signal?: AbortSignal,
): Gap[] {
  const sets = (Object.keys(TASKS) as Task[]).flatMap(task => GENRES.map(genre => ({ task, genre })));
  const judged = (data: Dataset): Counts => {
    signal?.throwIfAborted();
    const { right: _, ...counts } = crossValidated(new C45(), data);
    return counts;
  };
  return sets.map(({ task, genre }, i) => {
    onShare(i / sets.length);
    const drawn = genreDataset(pages, genre, task);
    const like = paperShares(pages, genre, task);
    return {
      task,
      genre,
      sites: judged(drawn),
      mixed: judged(ungrouped(drawn)),
      shares: judged(like),
      both: judged(ungrouped(like)),
    };
  });
}

/** Without groups, folds are split by instance. */
function ungrouped({ groups: _, ...data }: Dataset): Dataset {
  return data;
}

/** The paper's numbers of positive and negative instances, sampled; all if there are fewer. */
export function paperShares(pages: readonly TrainingPage[], genre: Genre, task: Task): Dataset {
  const instances = pages.filter(page => page.genre === genre).flatMap(page => page.instances ?? []);
  const all = taskDataset(instances, task);
  const [positive, negative] = paperInstances(genre, task);
  const rows = seededRandom(1).shuffle(Array.from(all.y.keys()));
  const draw = (isPositive: boolean, count: number) =>
    rows.filter(row => (all.y[row] === POSITIVE) === isPositive).slice(0, count);
  return selectRows(
    all,
    [...draw(true, positive), ...draw(false, negative)].sort((a, b) => a - b),
  );
}
