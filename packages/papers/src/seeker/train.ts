import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  cachedCorpusDigest,
  type Example,
  LabError,
  type MethodJob,
  type TrainedModel,
  type TrainingControl,
  type TrainingPlot,
} from '@webpith/lab';
import { refuseNone, workspaceVersion, yieldToAbort } from '@webpith/lab/internals';
import {
  C45Model,
  type ClassifierModel,
  createClassifier,
  datasetFromRows,
  numericAttributes,
} from '@webpith/learn';
import { readModel, writeModel } from '../model-file.js';
import { type Choice, choose, HEADLINE, SIBLING } from './choose.js';
import { type GenreClassifiers, PHASE_TASKS } from './classify.js';
import { CONFIGURATIONS, type ConfigurationName } from './configurations.js';
import { type FitOptions, fitTask, TASK_NAMES, type Task, taskDataset } from './dataset.js';
import { GENRE_FEATURES, GENRES, type Genre } from './genres.js';
import { type GenreModel, modelFromJSON, modelToJSON, type SeekerModel } from './model.js';
import { readTrainingPages, type TrainingPage, trainingPage } from './training-pages.js';
import { drawTree } from './tree-drawing.js';

export function fitGenre(
  pages: readonly TrainingPage[],
  options: FitOptions,
  tasks: readonly Task[],
): GenreClassifiers {
  const instances = pages.flatMap(page => page.instances ?? []);
  const entries = tasks.map(task => [task, fitTask(taskDataset(instances, task), options)]);
  return Object.fromEntries(entries) as GenreClassifiers;
}

export interface TrainedGenre {
  readonly choice: Choice;
  /** Classifiers of all tasks, each with the options chosen for its number of phases. */
  readonly classifiers: GenreClassifiers;
  readonly best: GenreClassifiers;
}

/** Chooses the options of a genre on held-out sites, then fits on all its sites; `pages` may include other genres. */
export function trainGenre(pages: readonly TrainingPage[], genre: Genre): TrainedGenre {
  const own = pages.filter(page => page.genre === genre);
  const siblings = pages.filter(page => page.genre === SIBLING[genre]);
  const choice = choose(own, siblings, genre, (some, options) => fitGenre(some, options, TASK_NAMES));
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

type OnStep = (step: string, share: number) => void;

/** Trains all genres. Genres without labelled pages, and then the genre classifier, come from the earlier model. */
export function trainSeeker(
  pages: readonly TrainingPage[],
  earlier: SeekerModel | undefined,
  onStep: OnStep = () => {},
): SeekerModel {
  const trained: Partial<Record<Genre, TrainedGenre>> = {};
  const genres = GENRES.map((genre, i): [Genre, GenreModel] => {
    onStep(`training on ${genre} pages`, i / GENRES.length);
    const hasPages = pages.some(page => page.genre === genre && page.instances);
    if (!hasPages) return [genre, earlierModel(earlier, genre)];
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
  const message = `There are no ${genre} pages to train on and no earlier model with that genre. Add pages of type ${genre}, or train on all corpora first.`;
  throw new LabError('bad-corpus', message);
}

const CORPORA = ['newspapers', 'wcxb'];

export function seekerFolders({ corpus, corpora }: MethodJob): string[] {
  if (corpus !== undefined) return [corpus];
  const folders = CORPORA.map(name => join(corpora, name)).filter(folder => existsSync(folder));
  if (folders.length > 0) return folders;
  const message = `“${corpora}” contains none of the corpora ${CORPORA.join(', ')}. Name their folder with --corpora, or one labelled folder with --corpus.`;
  throw new LabError('no-corpus', message);
}

export async function trainAndWrite(job: MethodJob): Promise<string> {
  const { onProgress = () => {}, signal } = job;
  const folders = seekerFolders(job);
  const pages = await readTrainingPages(folders, count => onProgress('reading pages', count), signal);
  const earlier = job.corpus === undefined ? undefined : await shippedModel();
  const model = trainSeeker(pages, earlier, (step, share) => {
    signal?.throwIfAborted();
    onProgress(step, share);
  });
  const digests = await Promise.all(folders.map(folder => cachedCorpusDigest(folder)));
  await yieldToAbort(signal);
  const card = {
    name: 'Content Seeker',
    pith: workspaceVersion('webpith').split('+')[0],
    corpora: folders.map((folder, i) => ({ name: basename(folder), digest: digests[i] })),
    pages: Object.fromEntries(
      GENRES.map(genre => [genre, pages.filter(page => page.genre === genre).length]),
    ),
    ...model.card,
  };
  const file = await writeModel(job.root, 'seeker', modelToJSON({ ...model, card }));
  return `Wrote ${file}, trained on ${pages.length} pages`;
}

async function shippedModel(): Promise<SeekerModel | undefined> {
  try {
    return modelFromJSON(await readModel('seeker'));
  } catch {
    return undefined;
  }
}

/** Trains on the user's own pages. Missing genres are taken from the shipped model. */
export async function trainOwn(
  examples: readonly Example[],
  { onProgress }: TrainingControl = {},
): Promise<TrainedModel> {
  const pages = examples.flatMap(example => trainingPage(example, 'examples') ?? []);
  const labelled = pages.filter(({ instances }) => instances);
  refuseNone(labelled, 'main content or segments');
  const model = trainSeeker(labelled, modelFromJSON(await readModel('seeker')), onProgress);
  const learned = new Set(labelled.map(({ genre }) => genre));
  return { model: modelToJSON(model), plots: [...learned].flatMap(genre => treesOf(model, genre)) };
}

function treesOf({ genres }: SeekerModel, genre: Genre): TrainingPlot[] {
  return Object.entries(genres[genre].classifiers).flatMap(([task, model]) =>
    model instanceof C45Model
      ? [{ title: `Decision tree: ${genre} pages, ${task}`, svg: drawTree(model) }]
      : [],
  );
}
