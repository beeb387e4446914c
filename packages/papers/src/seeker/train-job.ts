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
import { C45Model } from '@webpith/learn';
import { readModel, writeModel } from '../model-file.js';
import { modelFromJSON, modelToJSON, type SeekerModel } from './model.js';
import { trainSeeker } from './train.js';
import { readTrainingPages, trainingPage } from './training-pages.js';
import { drawTree } from './tree-drawing.js';

const CORPORA = ['newspapers', 'wcxb'];

/** The corpus named by the job, or all available corpora. */
export function seekerFolders({ corpus, corpora }: MethodJob): string[] {
  if (corpus !== undefined) return [corpus];
  const folders = CORPORA.map(name => join(corpora, name)).filter(folder => existsSync(folder));
  if (folders.length > 0) return folders;
  const message = `“${corpora}” holds none of the corpora ${CORPORA.join(', ')}. Name their folder with --corpora, or one labelled folder with --corpus.`;
  throw new LabError('no-corpus', message);
}

/** Trains on a job's corpora and saves the model. */
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
      ['news', 'blog', 'forum'].map(genre => [genre, pages.filter(page => page.genre === genre).length]),
    ),
    ...model.card,
  };
  const file = await writeModel(job.root, 'seeker', modelToJSON({ ...model, card }));
  return `${file} is written, learnt from ${pages.length} pages`;
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
  const told = pages.filter(({ instances }) => instances);
  refuseNone(told, 'main content or segments');
  const model = trainSeeker(told, modelFromJSON(await readModel('seeker')), onProgress);
  const learned = new Set(told.map(({ genre }) => genre));
  return { model: modelToJSON(model), plots: [...learned].flatMap(genre => treesOf(model, genre)) };
}

function treesOf({ genres }: SeekerModel, genre: keyof SeekerModel['genres']): TrainingPlot[] {
  return Object.entries(genres[genre].classifiers).flatMap(([task, model]) =>
    model instanceof C45Model
      ? [{ title: `Decision tree: ${genre} pages, ${task}`, svg: drawTree(model) }]
      : [],
  );
}
