import { join } from 'node:path';
import {
  cachedCorpusDigest,
  type Example,
  LabError,
  LEAF_LABELS,
  type MethodJob,
  type ModelCard,
  type TrainedModel,
  type TrainingControl,
  visibleLeaves,
} from '@webpith/lab';
import { pageTree, refuseFew, writeResults } from '@webpith/lab/internals';
import { Crf, type ExpectedLabels } from '@webpith/learn';
import { writeModel } from '../model-file.js';
import { withHints } from './annotation/hints.js';
import { evaluateShipped, shippedParts } from './experiment/shipped.js';
import { TEXT_LABELS } from './extractor.js';
import { growingDictionary } from './features/dictionary.js';
import { leafFeatures } from './features/feature-sets.js';
import type { FeatureRows } from './features/writer.js';
import { calibrateLabels } from './held-out.js';
import {
  corporaOf,
  type LabelledPage,
  readLabelledPages,
  readUnlabelledPages,
  type UnlabelledPage,
} from './labelled-pages.js';
import { labelNumber } from './labels.js';
import {
  type EncodedData,
  encodeLeaves,
  fitLeaves,
  type LeafData,
  type LeafFitOptions,
  type LeavesModel,
  leavesToJSON,
  prunedModel,
} from './model.js';
import { fitVectors, prepareLeaves, RICH_VECTORS, type VectorOptions, vectorise } from './vectors.js';

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

export interface TeacherOptions extends LeafFitOptions {
  /** Feature selection of the teacher; `vectors` is that of the model. */
  readonly teacherVectors: VectorOptions;
  readonly teacherIterations: number;
  /** Weight of a page labelled by the teacher; manually labelled pages have weight 1. */
  readonly unlabelledWeight: number;
}

interface TeacherData extends LeafData {
  readonly hinted: readonly FeatureRows[];
  readonly unlabelled: readonly FeatureRows[];
  readonly unlabelledHinted: readonly FeatureRows[];
}

function prepareData(labelled: readonly LabelledPage[], unlabelled: readonly UnlabelledPage[]): TeacherData {
  const dictionary = growingDictionary();
  const rowsOf = (pages: readonly UnlabelledPage[]) =>
    pages.map(({ tree }) => leafFeatures(tree, 'rich', dictionary));
  const hintedOf = (pages: readonly UnlabelledPage[], rows: readonly FeatureRows[]) =>
    pages.map((page, i) => withHints(rows[i]!, page, dictionary));
  const rows = rowsOf(labelled);
  const unlabelledRows = rowsOf(unlabelled);
  return {
    names: dictionary.names,
    rows,
    y: labelled.map(page => page.y),
    hinted: hintedOf(labelled, rows),
    unlabelled: unlabelledRows,
    unlabelledHinted: hintedOf(unlabelled, unlabelledRows),
  };
}

/**
 * Fits the random field on labelled pages, and on unlabelled pages with label probabilities from a teacher: a random
 * field fitted on the labelled pages with hints from the gold of the corpora.
 */
export function fitWithTeacher(
  labelled: readonly LabelledPage[],
  unlabelled: readonly UnlabelledPage[],
  options: TeacherOptions,
  card: ModelCard = {},
): LeavesModel {
  const data = prepareData(labelled, unlabelled);
  const weights = new Float64Array(unlabelled.length).fill(options.unlabelledWeight);
  const { encoded, taught } = expectLabels(data, weights, options);
  const all = [...data.rows, ...data.unlabelled];
  const { vectors, numbers } = fitVectors(all, data.names, options.vectors);
  const { variance, maxIterations, prune, minWeight, onProgress, stopped } = options;
  const expected = mergeExpectations(encoded, taught);
  const { x, starts } = vectorise(all, vectors, numbers);
  const crf = new Crf({ variance, maxIterations, prune }).fit(
    {
      x,
      starts,
      features: vectors.names,
      labels: encoded.labels,
      y: new Int32Array(x.rows),
      weights: Float64Array.from([...labelled.map(() => 1), ...weights]),
      expected,
    },
    { onProgress, stopped },
  );
  return prunedModel('rich', vectors, crf, minWeight, card);
}

function expectLabels(
  data: TeacherData,
  weights: Float64Array,
  options: TeacherOptions,
): { encoded: EncodedData; taught?: ExpectedLabels } {
  const hinted = { names: data.names, rows: data.hinted, y: data.y };
  const { data: encoded, vectors, numbers } = encodeLeaves(hinted, options.teacherVectors);
  if (weights.length === 0) return { encoded };
  const { variance, teacherIterations: maxIterations, stopped } = options;
  const field = new Crf({ variance, maxIterations });
  const teacher = field.fit({ ...encoded, features: vectors.names }, { stopped });
  const sequences = vectorise(data.unlabelledHinted, vectors, numbers);
  return { encoded, taught: teacher.expectations(sequences, weights) };
}

function mergeExpectations({ y, starts, labels }: EncodedData, taught?: ExpectedLabels): ExpectedLabels {
  const width = labels.length;
  const states = new Float64Array(y.length * width + (taught?.states.length ?? 0));
  if (taught) states.set(taught.states, y.length * width);
  const pairs = taught ? taught.pairs.slice() : new Float64Array(width * width);
  for (let s = 0; s + 1 < starts.length; s++) {
    for (let row = starts[s]!; row < starts[s + 1]!; row++) {
      states[row * width + y[row]!] = 1;
      if (row > starts[s]!) pairs[y[row - 1]! * width + y[row]!]!++;
    }
  }
  return { states, pairs };
}
