import { AttributeSelected } from '@webpith/learn';
import { GENRES, type Genre } from '../corpus-genres.js';
import { TASKS, type Task } from '../dataset.js';
import { ALGORITHMS } from '../fit.js';
import type { TrainingPage } from '../training-pages.js';
import { type Counts, crossValidated, genreDataset } from './classification.js';

/** Numbers of strong features, and least numbers of instances in a leaf, that appendix A tries. */
export const FEATURE_COUNTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
export const LEAST_INSTANCES = [2, 6, 10, 14, 18, 20];
/** The number of features that the paper's tables of least instances go with, as far as their first rows tell. */
const TUNED_FEATURES = 5;
/** Features kept in appendix B. */
const KEPT_FEATURES = 10;

/** What came of one setting on one task of one genre. */
export interface TunedOutcome extends Counts {
  readonly table: 'features' | 'instances' | 'algorithms';
  /** Number of features, least instances, or the algorithm. */
  readonly setting: string;
  readonly task: Task;
  readonly genre: Genre;
}

type Setting = Pick<TunedOutcome, 'table' | 'setting'> & { readonly classifier: AttributeSelected };

/** Information gain chooses inside each fold; the paper chose on all instances before it dealt them out. */
function selected(keep: number, classifier: string, classifierOptions: Readonly<Record<string, unknown>>) {
  return new AttributeSelected({
    selector: 'information-gain',
    selectorOptions: { keep },
    classifier,
    classifierOptions,
  });
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

/** Tables A.1 to A.18, B.3, B.4 and B.6. */
export function appendixExperiment(
  pages: readonly TrainingPage[],
  onShare: (share: number) => void,
  signal?: AbortSignal,
): TunedOutcome[] {
  const sets = (Object.keys(TASKS) as Task[]).flatMap(task => GENRES.map(genre => ({ task, genre })));
  return sets.flatMap((set, i) => {
    const data = genreDataset(pages, set.genre, set.task);
    return SETTINGS.map(({ table, setting, classifier }, s) => {
      signal?.throwIfAborted();
      onShare((i + s / SETTINGS.length) / sets.length);
      const { right: _, ...counts } = crossValidated(classifier, data);
      return { table, setting, ...set, ...counts };
    });
  });
}
