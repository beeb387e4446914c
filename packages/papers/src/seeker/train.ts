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
import { PLOT_COLOURS, refuseFew, yieldToAbort } from '@webpith/lab/internals';
import {
  C45Model,
  type ClassifierModel,
  createClassifier,
  datasetFromRows,
  numericAttributes,
} from '@webpith/learn';
import { escapeText } from 'webpith/stages';
import { readModel, writeModel } from '../model-file.js';
import { type Choice, choose, HEADLINE, SIBLING } from './choose.js';
import { CONFIGURATIONS, type ConfigurationName, type GenreClassifiers, PHASE_TASKS } from './classify.js';
import { type FitOptions, fitTask, TASK_NAMES, type Task, taskDataset } from './dataset.js';
import { GENRE_FEATURES, GENRES, type Genre } from './genres.js';
import { type GenreModel, modelFromJSON, modelToJSON, type SeekerModel } from './model.js';
import { readTrainingPages, type TrainingPage, trainingPage } from './training-pages.js';

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
  const folders = seekerFolders({ ...job, corpus: undefined });
  const pages = await readTrainingPages(folders, count => onProgress('reading pages', count), signal);
  const model = trainSeeker(pages, undefined, (step, share) => {
    signal?.throwIfAborted();
    onProgress(step, share);
  });
  const digests = await Promise.all(folders.map(folder => cachedCorpusDigest(folder)));
  await yieldToAbort(signal);
  const card = {
    training: {
      pages: pages.length,
      corpora: folders.map((folder, i) => ({ name: basename(folder), digest: digests[i]! })),
    },
    genres: Object.fromEntries(
      GENRES.map(genre => [genre, pages.filter(page => page.genre === genre).length]),
    ),
    ...model.card,
  };
  const file = await writeModel(job.root, 'seeker', modelToJSON({ ...model, card }));
  return `Wrote ${file}, trained on ${pages.length} pages`;
}

export async function trainOwn(
  examples: readonly Example[],
  { onProgress }: TrainingControl = {},
): Promise<TrainedModel> {
  const pages = examples.flatMap(example => trainingPage(example, 'examples') ?? []);
  const labelled = pages.filter(({ instances }) => instances);
  const usable = pagesToLearn(labelled, examples.length);
  const model = trainSeeker(usable, modelFromJSON(await readModel('seeker')), onProgress);
  const learned = new Set(usable.map(({ genre }) => genre));
  return { model: modelToJSON(model), plots: [...learned].flatMap(genre => treesOf(model, genre)) };
}

const LEAST_PAGES = 3;

function pagesToLearn(pages: readonly TrainingPage[], given: number): TrainingPage[] {
  const learned = pages.filter(
    ({ genre }) => pages.filter(page => page.genre === genre).length >= LEAST_PAGES,
  );
  const expected = 'main content or segments, all of one genre (article, blog or forum)';
  refuseFew(learned.slice(0, LEAST_PAGES), LEAST_PAGES, expected, given);
  for (const genre of new Set(learned.map(page => page.genre))) {
    const labels = learned.flatMap(page => (page.genre === genre ? (page.instances?.labels ?? []) : []));
    const positive = labels.filter(({ good, main }) => good && main).length;
    if (positive > 0 && positive < labels.length) continue;
    const lacks = positive === 0 ? 'a good segment with main content' : 'a bad or noisy segment';
    const message = `No ${genre} page has ${lacks}. Label segments of both kinds, or the main content of each page.`;
    throw new LabError('bad-input', message);
  }
  return learned;
}

function treesOf({ genres }: SeekerModel, genre: Genre): TrainingPlot[] {
  return Object.entries(genres[genre].classifiers).flatMap(([task, model]) =>
    model instanceof C45Model
      ? [{ title: `Decision tree: ${genre} pages, ${task}`, svg: drawTree(model) }]
      : [],
  );
}

interface DrawnNode {
  readonly text: string;
  readonly branch: string;
  readonly parent: number;
  readonly depth: number;
  readonly isLeaf: boolean;
}

const MAX_DEPTH = 6;
const ROW = 26;
const INDENT = 28;
const WIDTH = 460;

export function drawTree(model: C45Model): string {
  const nodes = laidOut(model);
  const height = ROW * nodes.length + 12;
  const lines = nodes.flatMap((node, row) => (node.parent < 0 ? [] : [connector(node, row)]));
  const labels = nodes.map(label);
  const size = `width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="system-ui, sans-serif" font-size="13" fill="${PLOT_COLOURS.ink}">${lines.join('')}${labels.join('')}</svg>`;
}

function laidOut(model: C45Model): DrawnNode[] {
  const { tree } = model;
  const nodes: DrawnNode[] = [];
  const pending = [{ node: 0, parent: -1, depth: 0, branch: '' }];
  for (let task = pending.pop(); task; task = pending.pop()) {
    const { node, ...place } = task;
    const isLeaf = tree.attributes[node]! < 0;
    const isCut = !isLeaf && task.depth === MAX_DEPTH;
    const row =
      nodes.push({ ...place, isLeaf: isLeaf || isCut, text: isCut ? '…' : nodeText(model, node) }) - 1;
    if (isLeaf || isCut) continue;
    for (let index = tree.childCounts[node]! - 1; index >= 0; index--) {
      pending.push({
        node: tree.firstChildren[node]! + index,
        parent: row,
        depth: task.depth + 1,
        branch: branchText(model, node, index),
      });
    }
  }
  return nodes;
}

function nodeText({ tree, attributes, classes }: C45Model, node: number): string {
  const attribute = tree.attributes[node]!;
  if (attribute >= 0) return `${attributes[attribute]!.name}?`;
  const counts = tree.counts.subarray(node * classes.length, (node + 1) * classes.length);
  const sum = counts.reduce((all, count) => all + count, 0);
  const winner = counts.indexOf(Math.max(...counts));
  return `${classes[winner]} (${Math.round(counts[winner]!)} of ${Math.round(sum)})`;
}

function branchText({ tree, attributes }: C45Model, node: number, branch: number): string {
  const attribute = attributes[tree.attributes[node]!]!;
  if (attribute.kind === 'nominal') return attribute.values[branch] ?? '';
  const point = Number(tree.points[node]!.toPrecision(3));
  return branch === 0 ? `≤ ${point}` : `> ${point}`;
}

const left = (depth: number) => 12 + INDENT * depth;
const middle = (row: number) => 6 + ROW * row + ROW / 2;

function connector({ parent, depth }: DrawnNode, row: number): string {
  const x = left(depth - 1) + 6;
  return `<path d="M${x} ${middle(parent) + 8}V${middle(row)}H${left(depth) - 2}" fill="none" stroke="${PLOT_COLOURS.ink}"/>`;
}

function label({ text, branch, depth, isLeaf }: DrawnNode, row: number): string {
  const prefix = branch === '' ? '' : `<tspan font-weight="600">${escapeText(branch)}</tspan>: `;
  const colour = isLeaf ? ` fill="${PLOT_COLOURS.own}"` : '';
  return `<text x="${left(depth) + 2}" y="${middle(row) + 4}">${prefix}<tspan${colour}>${escapeText(text)}</tspan></text>`;
}
