import type { Extractor, MethodModel, ModelCard } from '@webpith/lab';
import { methodModel, pageTree } from '@webpith/lab/internals';
import type { ClassifierModel } from '@webpith/learn';
import { ModelReader } from '../model-file.js';
import type { GenreClassifiers } from './classify.js';
import {
  CONFIGURATIONS,
  type ConfigurationName,
  extractText,
  type HeuristicOptions,
} from './configurations.js';
import { TASKS, type Task } from './dataset.js';
import { explainSegments } from './explain.js';
import { type SegmentedPage, segmentPage } from './features.js';
import { GENRES, type Genre, genreRow } from './genres.js';

export interface GenreModel {
  readonly configuration: ConfigurationName;
  readonly options: HeuristicOptions;
  readonly classifiers: GenreClassifiers;
}

export interface SeekerModel {
  readonly genre: ClassifierModel;
  readonly genres: Readonly<Record<Genre, GenreModel>>;
  readonly card: ModelCard;
}

const METHOD = 'seeker';
const reader = new ModelReader(METHOD);

export function modelToJSON({ genre, genres, card }: SeekerModel): MethodModel {
  const parts = GENRES.map(name => {
    const { configuration, options, classifiers } = genres[name];
    const files = Object.entries(classifiers).map(([task, model]) => [task, slim(model.toJSON())]);
    return [name, { configuration, options, classifiers: Object.fromEntries(files) }];
  });
  return methodModel(METHOD, { genre: genre.toJSON(), genres: Object.fromEntries(parts) }, card);
}

/** Rounds to six significant digits, enough for split points and counts, at half the file size. */
function slim(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, item: unknown) =>
    typeof item === 'number' && !Number.isInteger(item) ? Number(item.toPrecision(6)) : item,
  );
}

export function modelFromJSON(json: unknown): SeekerModel {
  const { weights, card } = reader.file(json);
  const parts = reader.object(weights.genres, '“genres”');
  const genres = GENRES.map(name => [name, genreModel(parts[name], name)]);
  return {
    genre: reader.classifier(weights.genre, 'the genre'),
    genres: Object.fromEntries(genres) as Record<Genre, GenreModel>,
    card,
  };
}

function genreModel(json: unknown, name: string): GenreModel {
  const { configuration, options, classifiers } = reader.object(json, name);
  if (typeof configuration !== 'string' || !Object.hasOwn(CONFIGURATIONS, configuration)) {
    const known = Object.keys(CONFIGURATIONS).join(', ');
    return reader.refuse(`a configuration of ${name}: ${known}`, String(configuration));
  }
  const models = Object.entries(reader.object(classifiers, `classifiers of ${name}`)).map(([task, file]) => {
    if (!Object.hasOwn(TASKS, task)) reader.refuse(`tasks ${Object.keys(TASKS).join(', ')}`, task);
    return [task, reader.classifier(file, `${name}, ${task}`)] as [Task, ClassifierModel];
  });
  return {
    configuration: configuration as ConfigurationName,
    options: reader.object(options, `options of ${name}`) as unknown as HeuristicOptions,
    classifiers: Object.fromEntries(models),
  };
}

const PAGE_TYPES: Readonly<Record<Genre, string>> = { news: 'article', blog: 'article', forum: 'forum' };

export function pageGenre(
  model: Pick<SeekerModel, 'genre'>,
  page: SegmentedPage,
  url: string | undefined,
): Genre {
  const row = Float64Array.from(genreRow(page, url));
  const [label] = model.genre.predict({ kind: 'dense', rows: 1, columns: row.length, data: row });
  const name = model.genre.classes[label!];
  return GENRES.find(genre => genre === name) ?? 'news';
}

export function seekerExtractor(model: SeekerModel): Extractor {
  return {
    name: METHOD,
    extract(page) {
      const segmented = segmentPage(pageTree(page));
      const genre = pageGenre(model, segmented, page.url);
      const { configuration, options, classifiers } = model.genres[genre];
      const text = extractText(segmented, classifiers, CONFIGURATIONS[configuration], options);
      return { text, type: PAGE_TYPES[genre] };
    },
    explain(page) {
      const segmented = segmentPage(pageTree(page));
      const genre = pageGenre(model, segmented, page.url);
      return explainSegments(segmented, genre, model.genres[genre]);
    },
  };
}
