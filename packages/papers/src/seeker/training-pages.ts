import { basename } from 'node:path';
import { type Example, LabError, type Page, type PageLabels, readCorpus, readLabels } from '@webpith/lab';
import { pageTree, splitGroup } from '@webpith/lab/internals';
import {
  contentFromAnnotations,
  contentFromGold,
  DEFAULT_CAPS,
  instancesToArff,
  labelsFromAnnotations,
  labelsFromContent,
  type PageInstances,
  pageInstances,
  type SampleCaps,
  sampleLabels,
  TASK_NAMES,
} from './dataset.js';
import { type SegmentedPage, segmentPage } from './features.js';
import { GENRES, type Genre, genreOfCorpusPage, genreRow } from './genres.js';

export interface TrainingPage {
  readonly id: string;
  readonly url?: string;
  /** Stratum for splits: folds are balanced by genre and corpus. */
  readonly type: string;
  readonly genre: Genre;
  readonly corpus: string;
  readonly site: string;
  readonly page: Page;
  readonly labels?: PageLabels | undefined;
  /** Sampled candidates with their labels; undefined if there are no labels and the gold text is not on the page. */
  readonly instances: PageInstances | undefined;
  readonly genreRow: readonly number[];
}

/** Forum pages are few and contain many posts, so more candidates are sampled from each. */
const FORUM_CAPS: SampleCaps = { goodMain: 40, goodNoisy: 40, badMain: 40, badNoisy: 80 };

/** Undefined if the page belongs to none of the genres. */
export function trainingPage({ page, labels }: Example, corpus: string): TrainingPage | undefined {
  const segmented = segmentPage(pageTree(page));
  // A labelled page without a type is a forum if it has posts, otherwise an article.
  const labelledType = labels && (Object.values(labels.nodes).includes('post') ? 'forum' : 'article');
  const genre = genreOfCorpusPage(page.type ?? labelledType, page.url, segmented.tree, corpus);
  if (genre === undefined) return undefined;
  const site = splitGroup(page);
  const given = labels && labelsFromAnnotations(segmented, labels);
  const content = given ? undefined : contentFromGold(segmented.tree, page);
  const all = given ?? (content && labelsFromContent(segmented, content));
  const caps = genre === 'forum' ? FORUM_CAPS : DEFAULT_CAPS;
  const sampled = all && sampleLabels(all, caps, seedOf(page.id));
  return {
    id: `${corpus}/${page.id}`,
    ...(page.url === undefined ? {} : { url: page.url }),
    type: `${corpus} ${genre}`,
    genre,
    corpus,
    site,
    page,
    labels,
    instances: sampled && pageInstances(segmented, sampled, site),
    genreRow: genreRow(segmented, page.url),
  };
}

/** A seed per page, so that samples do not depend on other pages. */
function seedOf(id: string): number {
  let seed = 7;
  for (let i = 0; i < id.length; i++) seed = (Math.imul(seed, 31) + id.charCodeAt(i)) | 0;
  return seed;
}

export function segmentAgain({ page }: TrainingPage): SegmentedPage {
  return segmentPage(pageTree(page));
}

export function contentOf({ page, labels }: TrainingPage, { tree }: SegmentedPage): Uint8Array | undefined {
  return page.text?.trim() ? contentFromGold(tree, page) : labels && contentFromAnnotations(tree, labels);
}

export async function readTrainingPages(
  folders: readonly string[],
  onPage: (pages: number) => void = () => {},
  signal?: AbortSignal,
): Promise<TrainingPage[]> {
  const pages: TrainingPage[] = [];
  for (const folder of folders) {
    const corpus = basename(folder);
    const before = pages.length;
    for await (const page of readCorpus(folder, { onProblem: () => {} })) {
      signal?.throwIfAborted();
      const made = trainingPage({ page, labels: await readLabels(folder, page) }, corpus);
      if (made) pages.push(made);
      onPage(pages.length);
    }
    if (!pages.slice(before).some(page => page.instances)) {
      const message = `“${folder}” has no pages to train on: expected pages with labels in labels/, or pages of type news, blog, forum or article with gold text. Name another folder.`;
      throw new LabError('bad-corpus', message);
    }
  }
  return pages;
}

interface ArffOptions {
  readonly task?: string;
  readonly genre?: string;
  readonly signal?: AbortSignal;
}

/**
 * Exports the labelled candidates of a corpus with the thesis's features in Weka's format, like its labelling tool
 * (§6.3): the training data of `pith train seeker`. Labels are manual where available, otherwise derived from the
 * gold text.
 */
export async function segmentsArff(folder: string, options: ArffOptions = {}): Promise<string> {
  const { signal } = options;
  const task = named(options.task ?? 'segment', TASK_NAMES, 'task');
  const genre = options.genre === undefined ? undefined : named<Genre>(options.genre, GENRES, 'genre');
  const pages = await readTrainingPages([folder], undefined, signal);
  const own = pages.filter(page => genre === undefined || page.genre === genre);
  const instances = own.flatMap(page => page.instances ?? []);
  if (instances.length > 0) return instancesToArff(instances, task);
  const message = `“${folder}” has no labelled page of the genre ${genre}. Name another genre, or leave it out.`;
  throw new LabError('bad-corpus', message);
}

function named<N extends string>(given: string, names: readonly N[], what: string): N {
  const found = names.find(name => name === given);
  if (found !== undefined) return found;
  throw new LabError('bad-option', `Expected a ${what} of ${names.join(', ')}, got “${given}”.`);
}
