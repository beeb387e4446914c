import { LabError } from '@webpith/lab';
import { type ClassifierModel, createClassifier, datasetFromRows, numericAttributes } from '@webpith/learn';
import { type Choice, choose, HEADLINE, SIBLING } from './choose.js';
import { type GenreClassifiers, PHASE_TASKS } from './classify.js';
import { CONFIGURATIONS, type ConfigurationName } from './configurations.js';
import { GENRES, type Genre } from './corpus-genres.js';
import { TASKS, type Task, taskDataset } from './dataset.js';
import { type FitOptions, fitTask } from './fit.js';
import { GENRE_FEATURES } from './genre-features.js';
import type { GenreModel, SeekerModel } from './model.js';
import type { TrainingPage } from './training-pages.js';

export function fitGenre(
  pages: readonly TrainingPage[],
  options: FitOptions,
  tasks: readonly Task[],
): GenreClassifiers {
  const instances = pages.flatMap(page => page.instances ?? []);
  const entries = tasks.map(task => [task, fitTask(taskDataset(instances, task), options)]);
  return Object.fromEntries(entries) as GenreClassifiers;
}

/** Options chosen on the sites of a genre, and classifiers fitted on all of them. */
export interface TrainedGenre {
  readonly choice: Choice;
  /** Fitted on the genre's own pages, with the fit options chosen for each mode. */
  readonly classifiers: GenreClassifiers;
  readonly best: GenreClassifiers;
}

const ALL_TASKS = Object.keys(TASKS) as Task[];

/**
 * Chooses options on the training sites of a genre and fits on all of them; pages of other genres are filtered out.
 */
export function trainGenre(pages: readonly TrainingPage[], genre: Genre): TrainedGenre {
  const own = pages.filter(page => page.genre === genre);
  const siblings = pages.filter(page => page.genre === SIBLING[genre]);
  const choice = choose(own, siblings, genre, (some, options) => fitGenre(some, options, ALL_TASKS));
  const { two, single, best } = choice;
  return {
    choice,
    classifiers: {
      ...fitGenre(own, two.fit, PHASE_TASKS.two),
      ...fitGenre(own, single.fit, PHASE_TASKS.single),
    },
    best: fitGenre(best.pooled ? [...own, ...siblings] : own, best.fit, PHASE_TASKS[best.phases]),
  };
}

export function bestConfiguration(genre: Genre, { best }: Choice): ConfigurationName {
  const names = Object.keys(CONFIGURATIONS) as ConfigurationName[];
  return names.find(name => {
    const { phases, heuristic } = CONFIGURATIONS[name];
    return phases === best.phases && heuristic === HEADLINE[genre];
  })!;
}

/** The genre classifier (§7.2); a forest, because there are few pages and many features. */
export function fitGenreClassifier(pages: readonly TrainingPage[]): ClassifierModel {
  const classes = GENRES.filter(genre => pages.some(page => page.genre === genre));
  const data = datasetFromRows({
    attributes: numericAttributes(GENRE_FEATURES),
    rows: pages.map(page => page.genreRow),
    labels: pages.map(page => page.genre),
    classes,
  });
  return createClassifier('forest', { trees: 40, minimumLeaf: 3 }).fit(data);
}

export type OnStep = (step: string, share: number) => void;

/**
 * Trains all three genres and the genre classifier. Genres without pages are taken from an earlier model; without one
 * this is an error.
 */
export function trainSeeker(
  pages: readonly TrainingPage[],
  earlier: SeekerModel | undefined,
  onStep: OnStep = () => {},
): SeekerModel {
  const trained: Partial<Record<Genre, TrainedGenre>> = {};
  const genres = GENRES.map((genre, i): [Genre, GenreModel] => {
    onStep(`training on ${genre} pages`, i / GENRES.length);
    const isThere = pages.some(page => page.genre === genre && page.instances);
    if (!isThere) return [genre, earlierModel(earlier, genre)];
    const result = trainGenre(pages, genre);
    trained[genre] = result;
    const configuration = bestConfiguration(genre, result.choice);
    const options = result.choice.best.options[HEADLINE[genre]];
    return [genre, { configuration, options, classifiers: result.best }];
  });
  const isWhole = GENRES.every(genre => trained[genre]);
  return {
    genre: isWhole || !earlier ? fitGenreClassifier(pages) : earlier.genre,
    genres: Object.fromEntries(genres) as Record<Genre, GenreModel>,
    card: {
      chosen: Object.fromEntries(Object.entries(trained).map(([genre, { choice }]) => [genre, choice.best])),
    },
  };
}

function earlierModel(earlier: SeekerModel | undefined, genre: Genre): GenreModel {
  if (earlier) return earlier.genres[genre];
  const message = `There is no ${genre} page to learn from and no earlier model to take that genre from. Add pages of type ${genre}, or train on all corpora first.`;
  throw new LabError('bad-corpus', message);
}
