import { LEAF_LABELS } from '@webpith/lab';
import { Crf, type FitControl, numericAttributes, Pegasos, type PegasosModel } from '@webpith/learn';
import { labelNumber } from '../labels.js';
import {
  type CrfWeights,
  type EncodedData,
  encodeLeaves,
  type LeafData,
  type LeavesModel,
} from '../model.js';
import { PAPER_VECTORS, selectPages, type VectorOptions, type Vectors, vectorise } from '../vectors.js';

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

export type Learner = 'SVM' | 'CRF';

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

export function topFeatures(model: Pick<LeavesModel, 'vectors' | 'crf'>): TopFeatures[] {
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
