import { LabError } from '@webpith/lab';
import { type ClassifierModel, loadModel } from '@webpith/learn';
import type { GenreClassifiers } from './classify.js';
import { CONFIGURATIONS, type ConfigurationName, type HeuristicOptions } from './configurations.js';
import { GENRES, type Genre } from './corpus-genres.js';
import { TASKS, type Task } from './dataset.js';

/** What extracts pages of one genre. */
export interface GenreModel {
  readonly configuration: ConfigurationName;
  readonly options: HeuristicOptions;
  readonly classifiers: GenreClassifiers;
}

/** A model of Content Seeker: how to tell the genre, and a model for each. */
export interface SeekerModel {
  readonly genre: ClassifierModel;
  readonly genres: Readonly<Record<Genre, GenreModel>>;
  /** Where it was learnt and what was chosen, for people. */
  readonly card: Readonly<Record<string, unknown>>;
}

const FORMAT = 'pith-seeker';
const VERSION = 1;

/** A model as plain data. */
export function modelToJSON({ genre, genres, card }: SeekerModel): unknown {
  const parts = GENRES.map(name => {
    const { configuration, options, classifiers } = genres[name];
    const files = Object.entries(classifiers).map(([task, model]) => [task, slim(model.toJSON())]);
    return [name, { configuration, options, classifiers: Object.fromEntries(files) }];
  });
  return { format: FORMAT, version: VERSION, card, genre: genre.toJSON(), genres: Object.fromEntries(parts) };
}

/** Numbers with six significant digits: split points and counts need no more, and the file is half as large. */
function slim(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, item: unknown) =>
    typeof item === 'number' && !Number.isInteger(item) ? Number(item.toPrecision(6)) : item,
  );
}

/** Reads a model that `modelToJSON` wrote; refuses what is not one. */
export function modelFromJSON(json: unknown): SeekerModel {
  const file = record(json, 'the file');
  if (file.format !== FORMAT || file.version !== VERSION) {
    refuse(`format “${FORMAT}”, version ${VERSION}`, `${String(file.format)}, ${String(file.version)}`);
  }
  const parts = record(file.genres, 'genres');
  return {
    genre: classifier(file.genre, 'genre'),
    genres: Object.fromEntries(GENRES.map(name => [name, genreModel(parts[name], name)])) as Record<
      Genre,
      GenreModel
    >,
    card: record(file.card, 'card'),
  };
}

function genreModel(json: unknown, name: string): GenreModel {
  const { configuration, options, classifiers } = record(json, name);
  if (typeof configuration !== 'string' || !Object.hasOwn(CONFIGURATIONS, configuration)) {
    refuse(`a configuration of ${name}: ${Object.keys(CONFIGURATIONS).join(', ')}`, String(configuration));
  }
  const models = Object.entries(record(classifiers, `classifiers of ${name}`)).map(([task, file]) => {
    if (!Object.hasOwn(TASKS, task)) refuse(`tasks ${Object.keys(TASKS).join(', ')}`, task);
    return [task, classifier(file, `${name}, ${task}`)] as [Task, ClassifierModel];
  });
  return {
    configuration: configuration as ConfigurationName,
    options: record(options, `options of ${name}`) as unknown as HeuristicOptions,
    classifiers: Object.fromEntries(models),
  };
}

function classifier(json: unknown, place: string): ClassifierModel {
  try {
    return loadModel(json);
  } catch (cause) {
    const message = `The model of Content Seeker, ${place}: ${(cause as Error).message} Train it: pith train seeker.`;
    throw new LabError('bad-model', message, { cause });
  }
}

function record(value: unknown, place: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  return refuse(`an object for ${place}`, value === null ? 'null' : typeof value);
}

function refuse(expected: string, got: string): never {
  const message = `The model of Content Seeker: expected ${expected}, got ${got}. Train it: pith train seeker.`;
  throw new LabError('bad-model', message);
}
