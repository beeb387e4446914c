import { numericAttributes, Pegasos, seededRandom } from '@webpith/learn';
import type { PageTree } from 'webpith/internals';
import { type McNemar, mcNemarOfCases } from '../../../statistics/mcnemar.js';
import type { MethodJob } from '../../entry.js';
import type { FeatureSet } from '../features/feature-sets.js';
import { type LabelledPage, readLabelledPages } from '../labelled-pages.js';
import { labelNumber } from '../labels.js';
import {
  encodeLeaves,
  fitLeaves,
  type LeafData,
  type LeafFitOptions,
  type LeavesModel,
  labelLeaves,
  mostProbable,
} from '../model.js';
import { prepareLeaves, selectPages } from '../prepare.js';
import { control, RICH } from '../train.js';
import { PAPER_VECTORS, vectorise } from '../vectors.js';
import { type LeafScores, leafScores } from './scores.js';
import { type TellingFeatures, tellingFeatures } from './telling.js';

/** The paper's random field: prior of variance 1. */
export const PAPER_CRF: LeafFitOptions = {
  vectors: PAPER_VECTORS,
  variance: 1,
  maxIterations: 60,
  prune: 0,
  faint: 0,
};

/** One line of table 1. */
export interface ModelResult {
  readonly name: string;
  readonly features: number;
  readonly scores: LeafScores;
  /** Whether each test leaf was got right. */
  readonly right: readonly boolean[];
}

/** One point of figure 1. */
export interface CurvePoint {
  readonly pages: number;
  readonly accuracies: readonly number[];
}

/** All that the document is written from. */
export interface LeavesResults {
  readonly pages: readonly LabelledPage[];
  readonly models: readonly ModelResult[];
  /** Random field against support vectors, on the same features. */
  readonly significance: readonly (readonly [string, McNemar])[];
  readonly curve: readonly CurvePoint[];
  readonly telling: readonly TellingFeatures[];
  /** Pages that the browser could not draw. */
  readonly undrawn: number;
}

/** The model that is shipped, in the tables. */
export const SHIPPED_NAME = 'CRF, rich, taught (shipped)';

const CURVE_SIZES = [5, 10, 20, 40];
const CURVE_RUNS = 10;
const CURVE_ITERATIONS = 25;

/** Repeats the paper's experiments: table 1, table 2, figure 1, telling features, and the model beyond it. */
export async function measureAll(job: MethodJob, shipped: LeavesModel): Promise<LeavesResults> {
  const pages = await readLabelledPages(job);
  const { drawn, undrawn } = await drawPages(job, pages);
  const models: ModelResult[] = [];
  let telling: TellingFeatures[] = [];
  for (const set of ['no style', 'all'] as const) {
    if (set === 'all' && drawn.size === 0) continue;
    const data = prepareLeaves(pages, set, drawn);
    models.push(supportVectors(job, pages, data, set));
    const field = randomField(job, pages, data, set, PAPER_CRF, `CRF, ${title(set)}`);
    models.push(field.result);
    telling = tellingFeatures(field.model);
  }
  const rich = prepareLeaves(pages, 'rich');
  models.push(randomField(job, pages, rich, 'rich', RICH, 'CRF, rich').result);
  const byName = new Map(models.map(model => [model.name, model]));
  const significance = ['No Style', 'All'].flatMap(set => {
    const [svm, crf] = [byName.get(`SVM, ${set}`), byName.get(`CRF, ${set}`)];
    return svm && crf ? [[set, mcNemarOfCases(svm.right, crf.right)] as const] : [];
  });
  const curve = learningCurve(job, pages, rich);
  models.push(labelled(shipped, pages, SHIPPED_NAME));
  return { pages, models, significance, curve, telling, undrawn };
}

const title = (set: FeatureSet) => (set === 'all' ? 'All' : 'No Style');

/** Draws the pages where there is a browser; a page that it cannot draw has no layout features. */
async function drawPages(
  job: MethodJob,
  pages: readonly LabelledPage[],
): Promise<{ drawn: Map<string, PageTree>; undrawn: number }> {
  const drawn = new Map<string, PageTree>();
  let undrawn = 0;
  for (const [i, { key, page }] of pages.entries()) {
    if (!job.render) break;
    job.signal?.throwIfAborted();
    try {
      drawn.set(key, await job.render(page));
    } catch {
      undrawn++;
    }
    job.onProgress?.('pages drawn', (i + 1) / pages.length);
  }
  return { drawn, undrawn };
}

/** Gold labels of the test leaves. */
function testLabels(pages: readonly LabelledPage[]): number[] {
  return pages.filter(page => page.side === 'test').flatMap(page => [...page.y]);
}

function result(
  name: string,
  features: number,
  gold: readonly number[],
  said: readonly number[],
): ModelResult {
  return { name, features, scores: leafScores(gold, said), right: gold.map((label, i) => label === said[i]) };
}

function supportVectors(
  job: MethodJob,
  pages: readonly LabelledPage[],
  data: LeafData,
  set: FeatureSet,
): ModelResult {
  const {
    data: train,
    vectors,
    numbers,
  } = encodeLeaves(
    selectPages(data, i => pages[i]!.side === 'train'),
    PAPER_VECTORS,
  );
  const test = vectorise(selectPages(data, i => pages[i]!.side === 'test').rows, vectors, numbers);
  const dataset = {
    attributes: numericAttributes(vectors.names),
    x: train.x,
    y: train.y,
    classes: train.labels,
  };
  const step = control(job, `SVM, ${title(set)}`);
  const model = new Pegasos({ lambda: 2e-4, subsetSize: 1, passes: 30 }).fit(dataset, step);
  const said = Array.from(model.predict(test.x), label => labelNumber(train.labels[label]!));
  return result(`SVM, ${title(set)}`, vectors.names.length, testLabels(pages), said);
}

function randomField(
  job: MethodJob,
  pages: readonly LabelledPage[],
  data: LeafData,
  set: FeatureSet,
  options: LeafFitOptions,
  name: string,
) {
  const isTrain = (i: number) => pages[i]!.side === 'train';
  const { model, said } = fitAndLabel(
    data,
    set,
    { ...options, ...control(job, name) },
    isTrain,
    i => !isTrain(i),
  );
  return { model, result: result(name, model.vectors.names.length, testLabels(pages), said) };
}

/** What a fitted model says of the test pages. */
function labelled(model: LeavesModel, pages: readonly LabelledPage[], name: string): ModelResult {
  const said = pages
    .filter(page => page.side === 'test')
    .flatMap(({ tree }) => labelLeaves(model, tree).labels.map(label => labelNumber(label)));
  return result(name, model.vectors.names.length, testLabels(pages), said);
}

/** Fits on some pages and labels others. */
function fitAndLabel(
  data: LeafData,
  set: FeatureSet,
  options: LeafFitOptions,
  isTrain: (page: number) => boolean,
  isTest: (page: number) => boolean,
) {
  const train = selectPages(data, isTrain);
  const model = fitLeaves(train, set, options);
  const columns = new Map(model.vectors.names.map((name, i) => [name, i]));
  const byColumn = Int32Array.from(data.names, name => columns.get(name) ?? -1);
  const numbers = new Int32Array(model.vectors.names.length);
  byColumn.forEach((column, number) => {
    if (column >= 0) numbers[column] = number;
  });
  const sequences = vectorise(selectPages(data, isTest).rows, model.vectors, numbers);
  // The paper labels whole pages at once (§2.2); the shipped model takes the best label of each leaf.
  const path = set === 'rich' ? mostProbable(model.crf, sequences).path : model.crf.predict(sequences);
  return { model, said: Array.from(path, label => labelNumber(model.crf.labels[label]!)) };
}

/** Accuracy on the test pages by number of training pages, drawn at random ten times each (figure 1). */
function learningCurve(job: MethodJob, pages: readonly LabelledPage[], data: LeafData): CurvePoint[] {
  const gold = testLabels(pages);
  const train = pages.flatMap((page, i) => (page.side === 'train' ? [i] : []));
  const options = { ...RICH, maxIterations: CURVE_ITERATIONS };
  const sizes = [...CURVE_SIZES.filter(size => size < train.length), train.length];
  return sizes.map((size, s) => {
    const runs = size === train.length ? 1 : CURVE_RUNS;
    const accuracies = Array.from({ length: runs }, (_, run) => {
      job.onProgress?.('learning curve', (s + run / runs) / sizes.length);
      job.signal?.throwIfAborted();
      const chosen = new Set(
        seededRandom(run + 1)
          .shuffle([...train])
          .slice(0, size),
      );
      const { said } = fitAndLabel(
        data,
        'rich',
        options,
        i => chosen.has(i),
        i => pages[i]!.side === 'test',
      );
      return leafScores(gold, said).accuracy;
    });
    return { pages: size, accuracies };
  });
}
