import type { Evidence, Explanation, Extractor, Finding, MethodModel, ModelCard } from '@webpith/lab';
import { methodModel, pageTree } from '@webpith/lab/internals';
import { type Attribute, C45Model, type ClassifierModel, RandomForestModel } from '@webpith/learn';
import { ModelReader } from '../model-file.js';
import {
  CONFIGURATIONS,
  type ConfigurationName,
  extractText,
  findSegments,
  type GenreClassifiers,
  type HeuristicOptions,
  PHASE_TASKS,
  treePath,
} from './classify.js';
import { POSITIVE, TASKS, type Task } from './dataset.js';
import { featureRows, type SegmentedPage, segmentPage } from './features.js';
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

const BY = {
  leaf: 'classified as main content',
  above: 'no segment was classified as main content; found by backing off in the trees',
  best: 'no segment was classified as main content; the likeliest one was taken',
  none: 'the page has no candidate segment',
} as const;

const PASSED: Readonly<Record<Task, string>> = {
  segment: 'good segment',
  content: 'main content',
  single: 'good segment with main content',
};

/** Tests shown per phase: those nearest the leaf of a tree, the most frequent ones of a forest. */
const MAX_TESTS = 6;

function explainSegments(
  page: SegmentedPage,
  genre: Genre,
  { configuration, options, classifiers }: GenreModel,
): Explanation {
  const { phases, heuristic } = CONFIGURATIONS[configuration];
  const found = findSegments(page, classifiers, phases, options.nested);
  const chosen = new Set(found.nodes);
  const each = PHASE_TASKS[phases].map(task => phaseEvidence(page, task, classifiers[task]!));
  const findings = Array.from(page.nodes, (node, row): Finding => {
    const own = each.map(phase => phase(row));
    const score = own.reduce((product, { probability }) => product * probability, 1);
    const failed = own.find(({ probability }) => probability <= 0.5);
    const decisive = failed ?? own.at(-1)!;
    const isLeftOut = failed === undefined && !chosen.has(node);
    return {
      node,
      kept: chosen.has(node),
      stage: 'segment',
      reason: isLeftOut
        ? 'overlaps a likelier segment'
        : `${decisive.name}: ${percent(decisive.probability)}`,
      score,
      evidence: own.flatMap(({ evidence }) => evidence),
    };
  });
  const notes = [
    `genre ${genre}, configuration ${configuration}: ${phases === 'two' ? 'two phases' : 'one phase'}, heuristic ${heuristic}`,
    `${found.nodes.length} of ${page.nodes.length} candidate segments ${BY[found.by]}`,
  ];
  return { notes, findings, extendsParts: heuristic === 'TP' || heuristic === 'RP' };
}

interface PhaseEvidence {
  readonly name: string;
  readonly probability: number;
  readonly evidence: readonly Evidence[];
}

function phaseEvidence(
  page: SegmentedPage,
  task: Task,
  model: ClassifierModel,
): (row: number) => PhaseEvidence {
  const x = featureRows(page, page.nodes, model.attributes);
  const all = model.probabilities(x);
  const name = PASSED[task];
  return row => {
    const probability = all[row * model.classes.length + POSITIVE]!;
    const weight = 2 * probability - 1;
    const facts = testsOf(model, x, row).map(fact => ({ fact: `${name}: ${fact}`, weight }));
    return { name, probability, evidence: facts };
  };
}

type Rows = ReturnType<typeof featureRows>;

function testsOf(model: unknown, x: Rows, row: number): string[] {
  if (model instanceof C45Model) return pathTests(model, x, row).slice(-MAX_TESTS);
  if (model instanceof RandomForestModel) {
    const { attributes } = model;
    const counts = model.attributesOnPaths(x, row);
    return [...counts.keys()]
      .filter(column => counts[column]! > 0)
      .sort((a, b) => counts[b]! - counts[a]!)
      .slice(0, MAX_TESTS)
      .map(
        column =>
          `${attributes[column]!.name} ${shownValue(attributes[column]!, x.data[row * x.columns + column]!)}, tested ${counts[column]} times`,
      );
  }
  return [];
}

function pathTests(model: C45Model, x: Rows, row: number): string[] {
  const { tree, attributes } = model;
  return treePath(model, x, row)
    .slice(0, -1)
    .map(node => {
      const column = tree.attributes[node]!;
      const attribute = attributes[column]!;
      const { name } = attribute;
      const value = x.data[row * x.columns + column]!;
      if (attribute.kind === 'nominal') return `${name} = ${shownValue(attribute, value)}`;
      const point = tree.points[node]!;
      return `${name} ${rounded(value)} ${value <= point ? '≤' : '>'} ${rounded(point)}`;
    });
}

function shownValue(attribute: Attribute, value: number): string {
  return attribute.kind === 'nominal' ? (attribute.values[value] ?? 'unknown') : rounded(value);
}

const rounded = (value: number) => Number(value.toPrecision(3)).toString();
const percent = (share: number) => `${Math.round(100 * share)} %`;
