import type { MethodJob } from '@webpith/lab';
import { heed } from '@webpith/lab/internals';
import { seededRandom } from '@webpith/learn';
import type { PageTree } from 'webpith/internals';
import type { FeatureSet } from '../features/feature-sets.js';
import { COMPUTED_STYLES } from '../features/style-names.js';
import { fitAndLabel } from '../held-out.js';
import { type LabelledPage, readLabelledPages } from '../labelled-pages.js';
import type { LeafData, LeafFitOptions, LeavesModel } from '../model.js';
import { prepareLeaves } from '../prepare.js';
import { control, RICH } from '../train.js';
import { type Comparison, compareLearners } from './comparison/compare.js';
import type { Fit } from './comparison/fit.js';
import { rememberedFits } from './comparison/remembered.js';
import { largestFont } from './largest-font.js';
import { type LeafScores, leafScores, type PRF } from './scores.js';
import { type JudgedModel, judgeShipped } from './shipped.js';
import type { TellingFeatures } from './telling.js';

/** One line of table 1. */
export interface ModelResult {
  readonly name: string;
  readonly features: number;
  readonly scores: LeafScores;
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
  /** Random field against support vectors, by set of features. */
  readonly comparisons: readonly (readonly [set: string, comparison: Comparison])[];
  /** Leaves in the largest letters of their page taken for titles; undefined where no page was drawn. */
  readonly largestFont?: PRF;
  /** The shipped model on the test pages. */
  readonly judged: JudgedModel;
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
  const comparisons: [string, Comparison][] = [];
  for (const set of ['no style', 'all'] as const) {
    if (set === 'all' && drawn.size === 0) continue;
    const data = prepareLeaves(pages, set, drawn);
    const remember = rememberedFits(job.root, data, job.signal);
    const comparison = await compareLearners({ pages, data, remember, control: name => control(job, name) });
    comparisons.push([title(set), comparison]);
    for (const learner of ['SVM', 'CRF'] as const)
      models.push(modelOfFit(`${learner}, ${title(set)}`, comparison.converged[learner].fit, pages));
  }
  const rich = prepareLeaves(pages, 'rich');
  models.push(randomField(job, pages, rich, RICH, 'CRF, rich'));
  await heed(job.signal);
  const curve = await learningCurve(job, pages, rich);
  const judged = judgeShipped(shipped, pages);
  models.push({ name: SHIPPED_NAME, features: shipped.vectors.names.length, scores: judged.scores });
  const telling = comparisons.at(-1)?.[1].converged.CRF.fit.telling ?? [];
  const baseline = drawn.size === 0 ? {} : { largestFont: largestFont(pages, drawn) };
  return { pages, models, comparisons, ...baseline, judged, curve, telling, undrawn };
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
      drawn.set(key, await job.render(page, COMPUTED_STYLES));
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
  return { name, features, scores: leafScores(gold, said) };
}

function modelOfFit(name: string, { features, said }: Fit, pages: readonly LabelledPage[]): ModelResult {
  return result(name, features, testLabels(pages), said.flat());
}

function randomField(
  job: MethodJob,
  pages: readonly LabelledPage[],
  data: LeafData,
  options: LeafFitOptions,
  name: string,
): ModelResult {
  const isTrain = (i: number) => pages[i]!.side === 'train';
  const { model, said } = fitAndLabel(data, { ...options, ...control(job, name) }, isTrain, i => !isTrain(i));
  return result(name, model.vectors.names.length, testLabels(pages), said);
}

/** Accuracy on the test pages by number of training pages, drawn at random ten times each (figure 1). */
async function learningCurve(
  job: MethodJob,
  pages: readonly LabelledPage[],
  data: LeafData,
): Promise<CurvePoint[]> {
  const gold = testLabels(pages);
  const train = pages.flatMap((page, i) => (page.side === 'train' ? [i] : []));
  const options = { ...RICH, maxIterations: CURVE_ITERATIONS };
  const sizes = [...CURVE_SIZES.filter(size => size < train.length), train.length];
  const curve: CurvePoint[] = [];
  for (const [s, size] of sizes.entries()) {
    const runs = size === train.length ? 1 : CURVE_RUNS;
    const accuracies: number[] = [];
    for (let run = 0; run < runs; run++) {
      job.onProgress?.('learning curve', (s + run / runs) / sizes.length);
      await heed(job.signal);
      const drawn = seededRandom(run + 1).shuffle([...train]);
      const chosen = new Set(drawn.slice(0, size));
      const isTest = (i: number) => pages[i]!.side === 'test';
      const { said } = fitAndLabel(data, options, i => chosen.has(i), isTest);
      accuracies.push(leafScores(gold, said).accuracy);
    }
    curve.push({ pages: size, accuracies });
  }
  return curve;
}
