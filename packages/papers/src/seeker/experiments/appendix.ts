import { AttributeSelected } from '@webpith/learn';
import { GENRES, type Genre } from '../corpus-genres.js';
import { TASKS, type Task } from '../dataset.js';
import { ALGORITHMS } from '../fit.js';
import type { TrainingPage } from '../training-pages.js';
import { type Counts, crossValidated, genreDataset } from './classification.js';

/** Numbers of features and minimum instances per leaf tried in appendix A. */
export const FEATURE_COUNTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
export const LEAST_INSTANCES = [2, 6, 10, 14, 18, 20];
/** Number of features in the paper's tables of minimum instances, inferred from their first rows. */
const TUNED_FEATURES = 5;
/** Number of features in appendix B. */
const KEPT_FEATURES = 10;

/** Result of one setting on one task of one genre. */
export interface TunedOutcome extends Counts {
  readonly table: 'features' | 'instances' | 'algorithms';
  /** Number of features, minimum instances, or algorithm. */
  readonly setting: string;
  readonly task: Task;
  readonly genre: Genre;
}

type Setting = Pick<TunedOutcome, 'table' | 'setting'> & { readonly classifier: AttributeSelected };

/** Selects features inside each fold; the paper selected on all instances before splitting. */
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
