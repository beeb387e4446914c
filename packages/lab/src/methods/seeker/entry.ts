import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cachedCorpusDigest } from '../../corpora/digest.js';
import { LabError } from '../../errors.js';
import { workspaceVersion } from '../../versions.js';
import type { MethodEntry, MethodJob } from '../entry.js';
import { heed } from '../heed.js';
import { readModel, writeModel } from '../model-file.js';
import { seekerExtractor } from './extractor.js';
import { modelFromJSON, modelToJSON, type SeekerModel } from './model.js';
import { trainSeeker } from './train.js';
import { readTrainingPages } from './training-pages.js';

/** Corpora with gold text that hold news, blogs or forums. */
const CORPORA = ['newspapers', 'wcxb'];

/** The folders that a job reads: the one it names, or the corpora that are there. */
export function seekerFolders({ corpus, corpora }: MethodJob): string[] {
  if (corpus !== undefined) return [corpus];
  const folders = CORPORA.map(name => join(corpora, name)).filter(folder => existsSync(folder));
  if (folders.length > 0) return folders;
  const message = `“${corpora}” holds none of the corpora ${CORPORA.join(', ')}. Name their folder with --corpora, or one labelled folder with --corpus.`;
  throw new LabError('no-corpus', message);
}

/** Content Seeker, as the commands see it. */
export const seekerMethod: MethodEntry = {
  title: 'Content Seeker (Louvan 2009): two-phase classification with block, smoothing and table heuristics',
  load: async () => seekerExtractor(modelFromJSON(await readModel('seeker'))),
  train: trainAndWrite,
  experiment: async job => (await import('./experiments/run.js')).runExperiments(job),
};

/** Trains on a job's corpora; the model is written when it is whole and nothing was stopped. */
async function trainAndWrite(job: MethodJob): Promise<string> {
  const { onProgress = () => {}, signal } = job;
  const folders = seekerFolders(job);
  const pages = await readTrainingPages(folders, count => onProgress('reading pages', count), signal);
  const earlier = job.corpus === undefined ? undefined : await shippedModel();
  const model = trainSeeker(pages, earlier, (step, share) => {
    signal?.throwIfAborted();
    onProgress(step, share);
  });
  const digests = await Promise.all(folders.map(folder => cachedCorpusDigest(folder)));
  await heed(signal);
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
