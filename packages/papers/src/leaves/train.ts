import { join } from 'node:path';
import {
  cachedCorpusDigest,
  type Example,
  LabError,
  LEAF_LABELS,
  type MethodJob,
  type TrainedModel,
  type TrainingControl,
  visibleLeaves,
} from '@webpith/lab';
import { pageTree, refuseFew, writeResults } from '@webpith/lab/internals';
import { writeModel } from '../model-file.js';
import { TEXT_LABELS } from './article-fields.js';
import { calibrateLabels } from './calibrate.js';
import { evaluateShipped, shippedParts } from './experiment/shipped.js';
import { corporaOf, readLabelledPages, readUnlabelledPages } from './labelled-pages.js';
import { labelNumber } from './labels.js';
import { fitLeaves, type LeafFitOptions, leavesToJSON } from './model.js';
import { fitWithTeacher, type TeacherOptions } from './teacher.js';
import { prepareLeaves, RICH_VECTORS } from './vectors.js';

/** Chosen by cross-validation on the training pages, like the options of the shipped model. */
export const RICH: LeafFitOptions = {
  vectors: RICH_VECTORS,
  variance: 1,
  maxIterations: 80,
  prune: 0.02,
  minWeight: 0.05,
};

const TAUGHT: TeacherOptions = {
  ...RICH,
  vectors: { ...RICH_VECTORS, pages: 6 },
  teacherVectors: RICH_VECTORS,
  teacherIterations: 80,
  unlabelledWeight: 1,
};

/**
 * Trains the shipped model on the training pages and on unlabelled pages, and writes it and its scores on the test
 * pages. Label weights and calibration are learned without the unlabelled pages, which takes a tenth of the time.
 */
export async function trainLeaves(job: MethodJob): Promise<string> {
  const pages = await readLabelledPages(job);
  const train = pages.filter(page => page.side === 'train');
  const unlabelled = await readUnlabelledPages(job, pages);
  const corpora = corporaOf(train);
  const card = {
    training: {
      pages: train.length,
      corpora: await Promise.all(
        corpora.map(async name => ({ name, digest: await cachedCorpusDigest(join(job.corpora, name)) })),
      ),
    },
    sites: new Set(train.map(page => page.site)).size,
    unlabelled: unlabelled.length,
  };
  const reading = await calibrateLabels(
    train,
    { ...RICH, ...control(job, 'weights and calibration') },
    job.signal,
  );
  const taught = fitWithTeacher(train, unlabelled, { ...TAUGHT, ...control(job, 'random field') }, card);
  const model = { ...taught, ...reading };
  const file = await writeModel(job.root, 'leaves', leavesToJSON(model));
  await writeResults(job.root, 'leaves', { parts: shippedParts(evaluateShipped(model, pages), pages) });
  return `Wrote ${file}: ${model.vectors.names.length} features, trained on ${train.length} pages of ${card.sites} sites, and ${unlabelled.length} without labels`;
}

export function control(
  { onProgress, signal }: TrainingControl,
  step: string,
): Pick<LeafFitOptions, 'onProgress' | 'stopped'> {
  return {
    onProgress: onProgress && (share => onProgress(step, share)),
    stopped: signal && (() => signal.aborted),
  };
}

const LEAST_PAGES = 3;

/** Learns the random field from labelled leaves; unlabelled leaves count as “none”. */
export async function trainOwn(
  examples: readonly Example[],
  following: TrainingControl = {},
): Promise<TrainedModel> {
  const pages = examples.flatMap(leafPage);
  refuseFew(pages, LEAST_PAGES, 'labels of leaves, such as “paragraph” or “title”', examples.length);
  refuseWithoutText(pages);
  const options = { ...RICH, ...control(following, 'random field') };
  const model = fitLeaves(prepareLeaves(pages, 'rich'), 'rich', options);
  return { model: leavesToJSON(model), plots: [] };
}

/** The text of an article is assembled from leaves with these labels, so a model without them extracts nothing. */
function refuseWithoutText(pages: readonly { readonly y: Int32Array }[]): void {
  const present = new Set(pages.flatMap(({ y }) => [...y]));
  if (TEXT_LABELS.some(label => present.has(labelNumber(label)))) return;
  const names = [...present].map(number => `“${LEAF_LABELS[number]}”`).join(', ');
  const wanted = TEXT_LABELS.map(label => `“${label}”`).join(', ');
  const message = `The leaves are only labelled ${names}, so the model would find no text: label those of the article ${wanted}.`;
  throw new LabError('bad-input', message);
}

function leafPage({ page, labels }: Example) {
  if (!labels || !Object.values(labels.nodes).some(label => labelNumber(label) >= 0)) return [];
  const tree = pageTree(page);
  const none = labelNumber('none');
  const known = (node: number) => {
    const number = labelNumber(labels.nodes[node] ?? 'none');
    return number < 0 ? none : number;
  };
  return [{ key: page.id, tree, y: Int32Array.from(visibleLeaves(tree), ({ node }) => known(node)) }];
}
