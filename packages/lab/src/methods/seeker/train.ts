import { type ClassifierModel, createClassifier, datasetFromRows, numericAttributes } from '@webpith/learn';
import { LabError } from '../../errors.js';
import { type Choice, choose, HEADLINE } from './choose.js';
import { type GenreClassifiers, PHASE_TASKS, type Phases } from './classify.js';
import type { ConfigurationName } from './configurations.js';
import { GENRES, type Genre } from './corpus-genres.js';
import { type Task, taskDataset } from './dataset.js';
import { type FitOptions, fitTask } from './fit.js';
import { GENRE_FEATURES } from './genre-features.js';
import type { GenreModel, SeekerModel } from './model.js';
import { HTML_ATTRIBUTES, type TrainingPage } from './training-pages.js';

/** Fits the classifiers of one genre for some tasks. */
export function fitGenre(
  pages: readonly TrainingPage[],
  options: FitOptions,
  tasks: readonly Task[],
): GenreClassifiers {
  const instances = pages.flatMap(page => page.instances ?? []);
  const entries = tasks.map(task => [task, fitTask(taskDataset(instances, HTML_ATTRIBUTES, task), options)]);
  return Object.fromEntries(entries) as GenreClassifiers;
}

/** What was learnt of a genre: what was chosen on its sites, and classifiers fitted on all of them. */
export interface TrainedGenre {
  readonly choice: Choice;
  readonly classifiers: GenreClassifiers;
}

/** Chooses on the training sites of a genre and fits on all of them. */
export function trainGenre(
  pages: readonly TrainingPage[],
  genre: Genre,
  tasks: readonly Task[],
): TrainedGenre {
  const choice = choose(pages, genre, (some, options) => fitGenre(some, options, PHASE_TASKS.two));
  return { choice, classifiers: fitGenre(pages, choice.fit, tasks) };
}

/** The classifier that tells the genre (§7.2); a forest, since pages are few and signs many. */
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

/** Progress of training: a step and its share. */
export type OnStep = (step: string, share: number) => void;

/**
 * Trains all three genres and the classifier between them. Genres that the pages lack are taken from an earlier model;
 * without one they are an error.
 */
export function trainSeeker(
  pages: readonly TrainingPage[],
  earlier: SeekerModel | undefined,
  onStep: OnStep = () => {},
): SeekerModel {
  const trained: Partial<Record<Genre, TrainedGenre>> = {};
  const genres = GENRES.map((genre, i): [Genre, GenreModel] => {
    onStep(`training on ${genre} pages`, i / GENRES.length);
    const own = pages.filter(page => page.genre === genre);
    if (!own.some(page => page.instances)) return [genre, earlierModel(earlier, genre)];
    const phases: Phases = 'two';
    const result = trainGenre(own, genre, PHASE_TASKS[phases]);
    trained[genre] = result;
    const heuristic = HEADLINE[genre];
    const configuration: ConfigurationName = heuristic === 'RP' ? 'CS+RP' : 'CS+LBS';
    return [
      genre,
      { configuration, options: result.choice.options[heuristic], classifiers: result.classifiers },
    ];
  });
  const isWhole = GENRES.every(genre => trained[genre]);
  return {
    genre: isWhole || !earlier ? fitGenreClassifier(pages) : earlier.genre,
    genres: Object.fromEntries(genres) as Record<Genre, GenreModel>,
    card: {
      chosen: Object.fromEntries(Object.entries(trained).map(([genre, { choice }]) => [genre, choice])),
    },
  };
}

function earlierModel(earlier: SeekerModel | undefined, genre: Genre): GenreModel {
  if (earlier) return earlier.genres[genre];
  const message = `There is no ${genre} page to learn from and no earlier model to take that genre from. Add pages of type ${genre}, or train on all corpora first.`;
  throw new LabError('bad-corpus', message);
}
