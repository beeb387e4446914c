import { Crf, type FitControl, numericAttributes, Pegasos, type PegasosModel } from '@webpith/learn';
import { labelNumber } from '../../label-number.js';
import { type EncodedData, encodeLeaves, type LeafData } from '../../model.js';
import { selectPages } from '../../prepare.js';
import { PAPER_VECTORS, type Vectors, vectorise } from '../../vectors.js';
import { type TellingFeatures, tellingFeatures } from '../telling.js';
import type { Setting } from './settings.js';

/** Result of one fit. Plain data, so that it can be cached. */
export interface Fit {
  readonly setting: Setting;
  readonly features: number;
  /** Predicted label numbers of the evaluated pages, by page and leaf. */
  readonly said: readonly (readonly number[])[];
  /** Final value of the objective. */
  readonly loss: number;
  /** Passes or iterations. */
  readonly steps: number;
  /** Features of the random field with the largest weights. */
  readonly telling?: readonly TellingFeatures[];
}

/** Fits on some pages and predicts the labels of others. */
export function fitSetting(
  data: LeafData,
  setting: Setting,
  isLearned: (page: number) => boolean,
  isJudged: (page: number) => boolean,
  control?: FitControl,
): Fit {
  const vectorOptions = { ...PAPER_VECTORS, scale: setting.scale };
  const { data: learned, vectors, numbers } = encodeLeaves(selectPages(data, isLearned), vectorOptions);
  const judged = vectorise(selectPages(data, isJudged).rows, vectors, numbers);
  const fit = setting.learner === 'SVM' ? fitSupportVectors : fitRandomField;
  const { path, ...rest } = fit(learned, vectors, judged, setting, control);
  const labels = Array.from(path, label => labelNumber(learned.labels[label]!));
  const said = Array.from({ length: judged.starts.length - 1 }, (_, p) =>
    labels.slice(judged.starts[p]!, judged.starts[p + 1]!),
  );
  return { setting, features: vectors.names.length, said, ...rest };
}

type Fitted = Pick<Fit, 'loss' | 'steps' | 'telling'> & { readonly path: Int32Array };
type Judged = ReturnType<typeof vectorise>;

function fitSupportVectors(
  { x, y, labels }: EncodedData,
  vectors: Vectors,
  judged: Judged,
  { prior: lambda, effort: passes }: Setting,
  control?: FitControl,
): Fitted {
  const dataset = { attributes: numericAttributes(vectors.names), x, y, classes: labels };
  const model = new Pegasos({ lambda, subsetSize: 1, passes }).fit(dataset, control);
  return { path: model.predict(judged.x), loss: hingeObjective(model, x, y, lambda), steps: passes };
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
  learned: EncodedData,
  vectors: Vectors,
  judged: Judged,
  { prior: variance, effort: maxIterations }: Setting,
  control?: FitControl,
): Fitted {
  const crf = new Crf({ variance, maxIterations }).fit({ ...learned, features: vectors.names }, control);
  return {
    // Viterbi decoding of whole pages, as in the paper (§2.2).
    path: crf.predict(judged),
    loss: crf.metrics.loss!,
    steps: crf.metrics.iterations!,
    telling: tellingFeatures({ vectors, crf }),
  };
}
