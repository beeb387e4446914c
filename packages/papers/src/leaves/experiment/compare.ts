import { LabError, LEAF_LABELS } from '@webpith/lab';
import { type Interval, pInWords } from '@webpith/lab/internals';
import {
  Crf,
  type FitControl,
  numericAttributes,
  Pegasos,
  type PegasosModel,
  seededRandom,
} from '@webpith/learn';
import { type PageValue, pairByPage } from '../../measures.js';
import { foldOfPages } from '../held-out.js';
import type { LabelledPage } from '../labelled-pages.js';
import { countLabels, type LabelCounts, labelNumber, summedScores } from '../labels.js';
import {
  type CrfWeights,
  type EncodedData,
  encodeLeaves,
  type LeafData,
  type LeavesModel,
} from '../model.js';
import { PAPER_VECTORS, selectPages, type VectorOptions, type Vectors, vectorise } from '../vectors.js';
import type { FitCache } from './study.js';

/** Result of one fit. Plain data, so that it can be cached. */
export interface Fit {
  readonly setting: Setting;
  readonly features: number;
  readonly predicted: readonly (readonly number[])[];
  readonly loss: number;
  readonly steps: number;
  readonly topFeatures?: readonly TopFeatures[];
}

export function fitSetting(
  data: LeafData,
  setting: Setting,
  isTrain: (page: number) => boolean,
  isTest: (page: number) => boolean,
  control?: FitControl,
): Fit {
  const vectorOptions = { ...PAPER_VECTORS, scale: setting.scale };
  const { data: train, vectors, numbers } = encodeLeaves(selectPages(data, isTrain), vectorOptions);
  const test = vectorise(selectPages(data, isTest).rows, vectors, numbers);
  const fit = setting.learner === 'SVM' ? fitSupportVectors : fitRandomField;
  const { path, ...rest } = fit(train, vectors, test, setting, control);
  const labels = Array.from(path, label => labelNumber(train.labels[label]!));
  const predicted = Array.from({ length: test.starts.length - 1 }, (_, p) =>
    labels.slice(test.starts[p]!, test.starts[p + 1]!),
  );
  return { setting, features: vectors.names.length, predicted, ...rest };
}

type Fitted = Pick<Fit, 'loss' | 'steps' | 'topFeatures'> & { readonly path: Int32Array };
type TestData = ReturnType<typeof vectorise>;

function fitSupportVectors(
  { x, y, labels }: EncodedData,
  vectors: Vectors,
  test: TestData,
  { prior: lambda, effort: passes }: Setting,
  control?: FitControl,
): Fitted {
  const dataset = { attributes: numericAttributes(vectors.names), x, y, classes: labels };
  const model = new Pegasos({ lambda, passes }).fit(dataset, control);
  return { path: model.predict(test.x), loss: hingeObjective(model, x, y, lambda), steps: passes };
}

/** λ/2 ‖w‖² + the mean of max(0, 1 + highest other score − score of the true label). */
function hingeObjective(model: PegasosModel, x: EncodedData['x'], y: Int32Array, lambda: number): number {
  const scores = model.scores(x);
  const width = model.classes.length;
  let loss = 0;
  y.forEach((label, row) => {
    let rival = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < width; k++) if (k !== label) rival = Math.max(rival, scores[row * width + k]!);
    loss += Math.max(0, 1 + rival - scores[row * width + label]!);
  });
  const norm2 = model.parameters.weights.reduce((sum, weight) => sum + weight * weight, 0);
  return (lambda / 2) * norm2 + loss / y.length;
}

function fitRandomField(
  train: EncodedData,
  vectors: Vectors,
  test: TestData,
  { prior: variance, effort: maxIterations }: Setting,
  control?: FitControl,
): Fitted {
  const crf = new Crf({ variance, maxIterations }).fit({ ...train, features: vectors.names }, control);
  return {
    // Viterbi decoding of whole pages, as in the paper (§2.2).
    path: crf.predict(test),
    loss: crf.metrics.loss!,
    steps: crf.metrics.iterations!,
    topFeatures: topFeatures({ vectors, crf }),
  };
}

type Learner = 'SVM' | 'CRF';

export interface Setting {
  readonly learner: Learner;
  readonly scale: VectorOptions['scale'];
  /** λ of the SVM, or variance of the CRF's prior. */
  readonly prior: number;
  readonly effort: number;
}

/** Passes of the SVM and iterations of the CRF to try; the last of each is enough to converge. */
export const EFFORTS: Readonly<Record<Learner, readonly number[]>> = {
  SVM: [30, 100, 300],
  CRF: [60, 2000],
};

/** Scaling by deviations makes rare features large, which needs a stronger prior for the same effect. */
const PRIORS: Readonly<Record<Learner, Readonly<Record<VectorOptions['scale'], readonly number[]>>>> = {
  SVM: { all: [2e-4, 2e-3, 2e-2, 2e-1], numbers: [2e-5, 2e-4, 2e-3, 2e-2] },
  CRF: { all: [0.001, 0.01, 0.1, 1], numbers: [0.1, 1, 10, 100] },
};

/** The paper's choices (§4.2), with 30 passes and 60 iterations. */
export const PAPER_SETTINGS: Readonly<Record<Learner, Setting>> = {
  SVM: { learner: 'SVM', scale: PAPER_VECTORS.scale, prior: 2e-4, effort: 30 },
  CRF: { learner: 'CRF', scale: PAPER_VECTORS.scale, prior: 1, effort: 60 },
};

export function settingsOf(learner: Learner): Setting[] {
  return (['all', 'numbers'] as const).flatMap(scale =>
    PRIORS[learner][scale].flatMap(prior =>
      EFFORTS[learner].map(effort => ({ learner, scale, prior, effort })),
    ),
  );
}

export const runsToConvergence = ({ learner, effort }: Setting) => effort === EFFORTS[learner].at(-1);

export function settingInWords({ learner, scale, prior, effort }: Setting): string {
  const scaled = scale === 'all' ? 'all scaled' : 'numbers scaled';
  return learner === 'SVM'
    ? `${scaled}, λ = ${prior}, ${effort} passes`
    : `${scaled}, variance ${prior}, ${effort === EFFORTS.CRF.at(-1) ? 'to convergence' : `${effort} iterations`}`;
}

export interface TopFeatures {
  readonly label: string;
  readonly features: readonly string[];
}

const SHOWN = 6;
/** Only markup, patterns and measures: words may be names or phrases from pages of the corpora. */
const PUBLIC =
  /^(?:[opgx]\.<|date:|kind=|box |s\d |font |depth|words|siblings|iframe|characters|[opgx]\.[a-zC]=[a-z-]{2,16}$)/;

function topFeatures(model: Pick<LeavesModel, 'vectors' | 'crf'>): TopFeatures[] {
  const { states } = model.crf.toJSON().parameters as CrfWeights;
  const best = new Map<string, { name: string; weight: number }[]>();
  model.vectors.names.forEach((name, feature) => {
    if (!PUBLIC.test(name)) return;
    for (let k = states.starts[feature]!; k < states.starts[feature + 1]!; k++) {
      const label = model.crf.labels[states.labels[k]!]!;
      const list = best.get(label) ?? [];
      list.push({ name, weight: states.values[k]! });
      best.set(label, list);
    }
  });
  return LEAF_LABELS.flatMap(label => {
    const list = best.get(label);
    if (!list) return [];
    const features = list
      .sort((a, b) => b.weight - a.weight)
      .slice(0, SHOWN)
      .map(({ name }) => name);
    return [{ label, features }];
  });
}

export interface PageDifference {
  readonly difference: Interval;
  readonly pValue: number;
}

const DRAWS = 2000;

/**
 * Compares methods by page: the leaves of a page are not independent, so a test by leaf would overstate significance.
 */
export function differenceByPage<T>(
  ones: readonly PageValue<T>[],
  others: readonly PageValue<T>[],
  measure: (pages: readonly T[]) => number,
): PageDifference {
  const [first, second] = pairByPage(ones, others);
  if (first.length === 0) throw new LabError('bad-input', 'There are no pages to compare the methods on.');
  const random = seededRandom(1);
  const estimate = measure(first) - measure(second);
  const differences = new Float64Array(DRAWS);
  let asLarge = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    const chosen = first.map(() => random.below(first.length));
    differences[draw] = measure(chosen.map(p => first[p]!)) - measure(chosen.map(p => second[p]!));
    const changed = first.map(() => random.next() < 0.5);
    const one = first.map((page, p) => (changed[p] ? second[p]! : page));
    const other = second.map((page, p) => (changed[p] ? first[p]! : page));
    if (Math.abs(measure(one) - measure(other)) >= Math.abs(estimate) - 1e-12) asLarge++;
  }
  differences.sort();
  const at = (share: number) => differences[Math.floor(share * DRAWS)]!;
  return {
    difference: { estimate, low: at(0.025), high: at(0.975) },
    pValue: (asLarge + 1) / (DRAWS + 1),
  };
}

/** In per cent, without the per cent sign. */
export function inPerCent(share: number): string {
  return (100 * share).toFixed(2);
}

export function differenceInWords({ difference, pValue }: PageDifference): string {
  const { estimate, low, high } = difference;
  const signed = (share: number) => `${share < 0 ? '−' : '+'}${inPerCent(Math.abs(share))}`;
  return `${signed(estimate)} (${signed(low)} to ${signed(high)}), ${pInWords(pValue)}`;
}

export const FOLDS = 3;

interface FoldScore {
  readonly setting: Setting;
  readonly microF1: number;
}

/** Choice of a learner's setting: best of the folds or the paper's; `converged` allows only fits run to convergence. */
export type SettingPolicy = 'chosen' | 'converged' | 'paper' | 'paperConverged';

interface PolicyResult {
  readonly fits: Readonly<Record<Learner, Fit>>;
  readonly microF1: Readonly<Record<Learner, number>>;
  readonly difference: PageDifference;
}

export interface Comparison {
  readonly folds: Readonly<Record<Learner, readonly FoldScore[]>>;
  readonly policies: Readonly<Record<SettingPolicy, PolicyResult>>;
  readonly losses: { readonly setting: Setting; readonly means: readonly number[] };
}

interface CompareJob {
  readonly pages: readonly LabelledPage[];
  readonly data: LeafData;
  readonly cached: FitCache;
  readonly control?: (name: string) => FitControl;
}

function makeFit({ pages, data, cached, control }: CompareJob, setting: Setting, fold: number) {
  const name = `${setting.learner}, ${settingInWords(setting)}, ${fold < 0 ? 'test' : `fold ${fold}`}`;
  const folds = trainingFolds(pages);
  const isTrain = (p: number) => pages[p]!.side === 'train';
  const isTest = (p: number) => (fold < 0 ? pages[p]!.side === 'test' : isTrain(p) && folds[p] === fold);
  return cached(name, () =>
    fitSetting(data, setting, p => isTrain(p) && !isTest(p), isTest, control?.(name)),
  );
}

export function trainingFolds(pages: readonly LabelledPage[]): number[] {
  const train = pages.filter(page => page.side === 'train');
  const folds = new Map(foldOfPages(train, FOLDS).map((fold, i) => [train[i]!.site, fold]));
  return pages.map(page => (page.side === 'train' ? folds.get(page.site)! : -1));
}

export async function compareLearners(job: CompareJob): Promise<Comparison> {
  const folds = { SVM: await foldScores(job, 'SVM'), CRF: await foldScores(job, 'CRF') };
  const converged = (learner: Learner) => folds[learner].filter(({ setting }) => runsToConvergence(setting));
  const isPaper = ({ setting }: FoldScore) => {
    const { scale, prior } = PAPER_SETTINGS[setting.learner];
    return setting.scale === scale && setting.prior === prior;
  };
  const policies = {
    chosen: await evaluate(job, learner => best(folds[learner])),
    converged: await evaluate(job, learner => best(converged(learner))),
    paper: await evaluate(
      job,
      learner =>
        folds[learner].find(
          score => isPaper(score) && score.setting.effort === PAPER_SETTINGS[learner].effort,
        )!,
    ),
    paperConverged: await evaluate(job, learner => converged(learner).find(isPaper)!),
  };
  return { folds, policies, losses: await foldLosses(job, policies.converged.fits.SVM.setting) };
}

async function evaluate(job: CompareJob, choose: (learner: Learner) => FoldScore): Promise<PolicyResult> {
  const test = job.pages.filter(page => page.side === 'test');
  const fits = {
    SVM: await makeFit(job, choose('SVM').setting, -1),
    CRF: await makeFit(job, choose('CRF').setting, -1),
  };
  const counts = (learner: Learner) =>
    test.map(({ key, y }, p) => ({
      page: key,
      value: countLabels({ gold: y, predicted: fits[learner].predicted[p]! }),
    }));
  const ofAll = (learner: Learner) => microF1(counts(learner).map(({ value }) => value));
  return {
    fits,
    microF1: { SVM: ofAll('SVM'), CRF: ofAll('CRF') },
    difference: differenceByPage(counts('CRF'), counts('SVM'), microF1),
  };
}

async function foldLosses(job: CompareJob, setting: Setting): Promise<Comparison['losses']> {
  const means: number[] = [];
  for (const effort of EFFORTS[setting.learner]) {
    let sum = 0;
    for (let fold = 0; fold < FOLDS; fold++) sum += (await makeFit(job, { ...setting, effort }, fold)).loss;
    means.push(sum / FOLDS);
  }
  return { setting, means };
}

async function foldScores(job: CompareJob, learner: Learner): Promise<FoldScore[]> {
  const folds = trainingFolds(job.pages);
  const scores: FoldScore[] = [];
  for (const setting of settingsOf(learner)) {
    const counts: LabelCounts[] = [];
    for (let fold = 0; fold < FOLDS; fold++) {
      const { predicted } = await makeFit(job, setting, fold);
      const held = job.pages.filter((_, p) => folds[p] === fold);
      counts.push(...held.map(({ y }, p) => countLabels({ gold: y, predicted: predicted[p]! })));
    }
    scores.push({ setting, microF1: microF1(counts) });
  }
  return scores;
}

const best = (scores: readonly FoldScore[]) => scores.reduce((a, b) => (b.microF1 > a.microF1 ? b : a));

const microF1 = (pages: readonly LabelCounts[]) => summedScores(pages).micro.f1;
