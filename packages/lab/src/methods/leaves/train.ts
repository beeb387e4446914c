import { join } from 'node:path';
import { cachedCorpusDigest } from '../../corpora/digest.js';
import type { MethodJob } from '../entry.js';
import { writeModel } from '../model-file.js';
import { readLabelledPages } from './labelled-pages.js';
import { fitLeaves, type LeafFitOptions, leavesToJSON } from './model.js';
import { prepareLeaves } from './prepare.js';
import { RICH_VECTORS } from './vectors.js';

/** How the shipped model is fitted; the prior and the features were chosen by cross-validation on the training pages. */
export const SHIPPED: LeafFitOptions = {
  vectors: RICH_VECTORS,
  variance: 1,
  maxIterations: 80,
  prune: 0.02,
  faint: 0.05,
};

/** Learns the shipped model on the training pages and puts it where `load` reads it. */
export async function trainLeaves(job: MethodJob): Promise<string> {
  const pages = (await readLabelledPages(job)).filter(page => page.side === 'train');
  const data = prepareLeaves(pages, 'rich');
  const corpora = [...new Set(pages.map(page => page.key.slice(0, page.key.indexOf('/'))))];
  const card = {
    learnedOn: `${pages.length} pages of ${new Set(pages.map(page => page.site)).size} sites`,
    corpora: await Promise.all(
      corpora.map(async corpus => ({ corpus, digest: await cachedCorpusDigest(join(job.corpora, corpus)) })),
    ),
  };
  const model = fitLeaves(data, 'rich', { ...SHIPPED, ...control(job, 'random field') }, card);
  const file = await writeModel(job.root, 'leaves', leavesToJSON(model));
  return `${file}: ${model.vectors.names.length} features, learned on ${card.learnedOn}`;
}

/** Progress and stopping of a job, as fitting takes them. */
export function control(
  { onProgress, signal }: MethodJob,
  step: string,
): Pick<LeafFitOptions, 'onProgress' | 'stopped'> {
  return {
    ...(onProgress && { onProgress: (share: number) => onProgress(step, share) }),
    ...(signal && { stopped: () => signal.aborted }),
  };
}
