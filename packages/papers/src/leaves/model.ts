import { LEAF_LABELS, type Leaf, type MethodModel, type ModelCard, visibleLeaves } from '@webpith/lab';
import { methodModel } from '@webpith/lab/internals';
import {
  Crf,
  type CrfModel,
  loadCrf,
  type ModelFile,
  type PlattCalibration,
  type Sequences,
  type SparseMatrix,
} from '@webpith/learn';
import type { PageTree } from 'webpith/stages';
import { ModelReader } from '../model-file.js';
import { type Dictionary, fixedDictionary } from './features/dictionary.js';
import { FEATURE_SETS, type FeatureSet, writeFeatures } from './features/feature-sets.js';
import { type FeatureRows, type ScoreTable, ScoreWriter } from './features/writer.js';
import { calibrated, isCalibration, mostProbableOf } from './labels.js';
import { leafText } from './leaf-text.js';
import { fitVectors, type VectorOptions, type Vectors, vectorise } from './vectors.js';

export interface LeavesModel {
  readonly set: FeatureSet;
  readonly vectors: Vectors;
  readonly crf: CrfModel;
  readonly dictionary: Dictionary;
  readonly scores: ScoreTable;
  readonly weights?: Readonly<Record<string, number>> | undefined;
  /** Platt scaling measured on unseen sites. */
  readonly calibration?: PlattCalibration | undefined;
  readonly card: ModelCard;
}

export interface LeafData {
  readonly names: readonly string[];
  readonly rows: readonly FeatureRows[];
  readonly y: readonly Int32Array[];
}

export interface LeafFitOptions {
  readonly vectors: VectorOptions;
  /** Variance of the Gaussian prior; the paper's is 1. */
  readonly variance: number;
  readonly maxIterations: number;
  readonly prune: number;
  /** A feature is dropped if |weight| times its factor is below this for every label. */
  readonly minWeight: number;
  readonly onProgress?: ((share: number) => void) | undefined;
  readonly stopped?: (() => boolean) | undefined;
}

export interface EncodedData {
  readonly x: SparseMatrix;
  readonly starts: Uint32Array;
  readonly y: Int32Array;
  readonly labels: readonly string[];
}

export function encodeLeaves(
  data: LeafData,
  options: VectorOptions,
): { data: EncodedData; vectors: Vectors; numbers: Int32Array } {
  const { vectors, numbers } = fitVectors(data.rows, data.names, options);
  const { x, starts } = vectorise(data.rows, vectors, numbers);
  const all = data.y.flatMap(labels => [...labels]);
  const present = [...new Set(all)].sort((a, b) => a - b);
  const index = new Map(present.map((label, i) => [label, i]));
  const y = Int32Array.from(all, label => index.get(label)!);
  return { data: { x, starts, y, labels: present.map(label => LEAF_LABELS[label]!) }, vectors, numbers };
}

export function fitLeaves(
  data: LeafData,
  set: FeatureSet,
  options: LeafFitOptions,
  card: ModelCard = {},
): LeavesModel {
  const { data: encoded, vectors } = encodeLeaves(data, options.vectors);
  const { variance, maxIterations, prune, onProgress, stopped } = options;
  const crf = new Crf({ variance, maxIterations, prune }).fit(
    { ...encoded, features: vectors.names },
    { onProgress, stopped },
  );
  return prunedModel(set, vectors, crf, options.minWeight, card);
}

export function prunedModel(
  set: FeatureSet,
  vectors: Vectors,
  crf: CrfModel,
  minWeight: number,
  card: ModelCard,
): LeavesModel {
  return assembleModel(set, ...pruneFeatures(vectors, crf, minWeight), card);
}

export interface CrfWeights {
  readonly transitions: readonly number[];
  readonly states: {
    readonly starts: readonly number[];
    readonly labels: readonly number[];
    readonly values: readonly number[];
  };
}

function pruneFeatures(vectors: Vectors, crf: CrfModel, least: number): [Vectors, CrfModel] {
  if (least === 0) return [vectors, crf];
  const file = crf.toJSON();
  const { transitions, states } = file.parameters as CrfWeights;
  const { names, factors } = vectors;
  const slice = (list: readonly number[], feature: number) =>
    list.slice(states.starts[feature], states.starts[feature + 1]);
  const kept = [...names.keys()].filter(feature =>
    slice(states.values, feature).some(weight => Math.abs(weight) * factors[feature]! >= least),
  );
  const starts = [0];
  for (const feature of kept)
    starts.push(starts.at(-1)! + states.starts[feature + 1]! - states.starts[feature]!);
  const lean = loadCrf({
    ...file,
    attributes: kept.map(feature => file.attributes[feature]!),
    parameters: {
      transitions,
      states: {
        starts,
        labels: kept.flatMap(feature => slice(states.labels, feature)),
        values: kept.flatMap(feature => slice(states.values, feature)),
      },
    },
  });
  return [
    { names: kept.map(feature => names[feature]!), factors: kept.map(feature => factors[feature]!) },
    lean,
  ];
}

function assembleModel(set: FeatureSet, vectors: Vectors, crf: CrfModel, card: ModelCard): LeavesModel {
  const dictionary = fixedDictionary(vectors.names);
  return { set, vectors, crf, dictionary, scores: scoreTable(vectors, crf), card };
}

function scoreTable({ factors }: Vectors, crf: CrfModel): ScoreTable {
  const { states } = crf.toJSON().parameters as CrfWeights;
  const weights = Float64Array.from(states.values);
  factors.forEach((factor, feature) => {
    for (let k = states.starts[feature]!; k < states.starts[feature + 1]!; k++) weights[k]! *= factor;
  });
  return {
    width: crf.labels.length,
    starts: Uint32Array.from(states.starts),
    labels: Uint8Array.from(states.labels),
    weights,
  };
}

export function labelLeaves(
  model: LeavesModel,
  tree: PageTree,
  leaves: readonly Leaf[] = visibleLeaves(tree),
  texts: readonly string[] = leaves.map(leaf => leafText(tree, leaf)),
): { readonly labels: readonly string[]; readonly probabilities: Float64Array } {
  if (leaves.length === 0) return { labels: [], probabilities: new Float64Array() };
  const out = new ScoreWriter(model.dictionary, model.scores, leaves.length);
  writeFeatures({ tree, leaves, texts, set: model.set }, out);
  const { labels } = model.crf;
  const marginals = model.crf.marginalsOfScores(out.scores);
  const { path, probabilities } = mostProbableOf(marginals, labels.length, labelWeights(model));
  return {
    labels: Array.from(path, label => labels[label]!),
    probabilities: calibrated(model.calibration, probabilities),
  };
}

export function labelWeights({ weights, crf }: LeavesModel): readonly number[] | undefined {
  return weights && crf.labels.map(label => weights[label] ?? 1);
}

export function mostProbable(
  crf: CrfModel,
  sequences: Sequences,
): { path: Int32Array; probabilities: Float64Array } {
  return mostProbableOf(crf.marginals(sequences), crf.labels.length);
}

/** Model files store four significant digits. */
const round = (value: number) => Number(value.toPrecision(4));

const METHOD = 'leaves';
const reader = new ModelReader(METHOD);

export function leavesToJSON({
  set,
  vectors,
  crf,
  card,
  weights: labelWeights,
  calibration,
}: LeavesModel): MethodModel {
  const file = crf.toJSON();
  const { transitions, states } = file.parameters as CrfWeights;
  const weights = {
    set,
    labelWeights,
    calibration,
    labels: crf.labels,
    names: vectors.names,
    factors: vectors.factors.map(round),
    transitions: transitions.map(round),
    states: { ...states, values: states.values.map(round) },
    field: { format: file.format, version: file.version, options: file.options, metrics: file.metrics },
  };
  return methodModel(METHOD, weights, card);
}

export function leavesFromJSON(json: unknown): LeavesModel {
  const { weights, card } = reader.file(json);
  const { set, names, factors, labels, transitions, states, field, labelWeights, calibration } = weights;
  if (!FEATURE_SETS.includes(set as FeatureSet))
    return reader.refuse(`a feature set of ${FEATURE_SETS.join(', ')}`, String(set));
  if (!isStrings(names) || !isStrings(labels))
    return reader.refuse('lists of names and labels', `${typeof names} and ${typeof labels}`);
  if (!Array.isArray(factors) || factors.length !== names.length)
    return reader.refuse('one factor per name', String((factors as unknown[] | undefined)?.length));
  const crf = loadCrf({
    ...reader.object(field, '“field”'),
    algorithm: 'crf',
    classes: labels,
    attributes: names.map(name => ({ name, kind: 'numeric' })),
    parameters: { transitions, states },
  } as unknown as ModelFile);
  const vectors = { names, factors: factors as number[] };
  const model = assembleModel(set as FeatureSet, vectors, crf, card);
  if (labelWeights !== undefined && !isWeights(labelWeights))
    return reader.refuse('weights of labels above 0', typeof labelWeights);
  if (calibration !== undefined && !isCalibration(calibration))
    return reader.refuse('a calibration with slope and offset', typeof calibration);
  return { ...model, weights: labelWeights, calibration };
}

function isWeights(value: unknown): value is Record<string, number> {
  const isWeight = (weight: unknown) => Number.isFinite(weight) && (weight as number) > 0;
  return typeof value === 'object' && Object.values(value ?? {}).every(isWeight);
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string');
}
