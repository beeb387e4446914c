import { PithError, shown } from './errors.js';
import { FEATURE_NAMES } from './features/from-blocks.js';
import { ENTRY_KINDS } from './groups/group.js';
import { modelFingerprint, PAGE_VECTOR_NAMES } from './kind/page-vector.js';
import { LEAF, type PackedTrees } from './packed-trees.js';
import { type Model, TrainedModel } from './scores/model.js';
import type { Weights } from './scores/weights/weights.js';

/** Largest model file after decompression, in bytes: a few kilobytes of gzip can expand to gigabytes. */
export const MAX_MODEL_BYTES = 256 * 1024 * 1024;

export const MODEL_FORMAT = 'webpith-model';
export const MODEL_VERSION = 1;

/** A model file: plain data, which is validated and contains no code. */
export interface ModelFile {
  readonly format: typeof MODEL_FORMAT;
  readonly version: typeof MODEL_VERSION;
  readonly name: string;
  /** Method of another package that the model belongs to; absent for models of this library. */
  readonly method?: string;
  readonly weights: Weights;
  readonly card?: unknown;
}

/**
 * Creates a model from the parsed JSON of a model file. Throws if it is not a model, was trained on other features, or
 * is damaged, so that a loaded model never fails on a page.
 */
export function loadModel(file: unknown): Model {
  const { format, version, name, method = 'default', weights } = fieldsOf(file, 'the file of a model');
  if (format !== MODEL_FORMAT || version !== MODEL_VERSION)
    throw refusal(`“${MODEL_FORMAT}” of version ${MODEL_VERSION}`, `${shown(format)}, ${shown(version)}`);
  if (typeof name !== 'string' || name === '') throw refusal('a name', shown(name));
  if (method !== 'default') throw refusal('the method “default”', `the method ${shown(method)}`);
  const model = new TrainedModel(name, checkedWeights(weights));
  checkTrees('blocks', () => model.blocks, FEATURE_NAMES.length, 1);
  checkTrees('type', () => model.type, PAGE_VECTOR_NAMES.length, model.types.length);
  checkTrees('quality', () => model.quality, PAGE_VECTOR_NAMES.length, 1);
  const { correction } = model;
  if (correction !== undefined) checkTrees('correction', () => correction.blocks, FEATURE_NAMES.length, 1);
  return model;
}

export function isModel(value: unknown): value is Model {
  return typeof value === 'object' && value !== null && 'blocks' in value && 'qualityCalibration' in value;
}

function checkedWeights(value: unknown): Weights {
  const weights = fieldsOf(value, 'weights');
  if (weights.features !== modelFingerprint())
    throw refusal(
      `the columns of this version (${modelFingerprint()})`,
      `those of another (${shown(weights.features)})`,
    );
  for (const field of ['blocks', 'type', 'quality']) checkText(field, weights[field]);
  checkNumbers('blockCalibration', weights.blockCalibration, ['slope', 'offset']);
  checkNumbers('qualityCalibration', weights.qualityCalibration, ['slope', 'offset']);
  for (const checkpoint of checkedList('blockCheckpoints', weights.blockCheckpoints))
    checkNumbers('blockCheckpoints', checkpoint, ['trees', 'low', 'lowScore', 'high', 'highScore']);
  const records = fieldsOf(weights.records, 'records');
  for (const kind of ENTRY_KINDS)
    checkNumbers(`records.${kind}`, records[kind], ['slope', 'outside', 'beside', 'inside']);
  for (const type of checkedList('types', weights.types)) checkText('types', type);
  if (weights.correction !== undefined) {
    const correction = fieldsOf(weights.correction, 'correction');
    checkText('correction.trees', correction.trees);
    checkNumbers('correction', correction, ['shrink', 'elsewhere', 'most']);
    for (const site of checkedList('correction.sites', correction.sites)) checkText('correction.sites', site);
  }
  return value as Weights;
}

/** Throws unless every walk through the trees ends at a leaf with a finite value. */
function checkTrees(name: string, unpack: () => PackedTrees, columns: number, outputs: number): void {
  const trees = unpacked(name, unpack);
  const { first, column, threshold, right } = trees;
  const isWhole = first.length > 1 && first.at(-1) === column.length && trees.outputs === outputs;
  if (!isWhole) throw refusal(`whole trees in ${name}`, 'truncated trees');
  for (let node = 0; node < column.length; node++) {
    const isLeaf = column[node] === LEAF;
    const isRight = isLeaf || (right[node]! > node + 1 && right[node]! < column.length);
    if (!Number.isFinite(threshold[node]) || !isRight || (!isLeaf && column[node]! >= columns))
      throw refusal(`whole trees in ${name}`, `an invalid node ${node}`);
  }
}

function unpacked(name: string, unpack: () => PackedTrees): PackedTrees {
  try {
    return unpack();
  } catch (error) {
    throw refusal(`whole trees in ${name}`, error instanceof Error ? error.message : shown(error));
  }
}

function fieldsOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refusal(`${what} as an object`, shown(value));
  return value as Readonly<Record<string, unknown>>;
}

function checkedList(name: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw refusal(`${name} as a list`, shown(value));
  return value;
}

function checkText(name: string, value: unknown): void {
  if (typeof value !== 'string') throw refusal(`${name} as text`, shown(value));
}

function checkNumbers(name: string, value: unknown, fields: readonly string[]): void {
  const numbers = fieldsOf(value, name);
  for (const field of fields)
    if (!Number.isFinite(numbers[field]))
      throw refusal(`${name}.${field} as a number`, shown(numbers[field]));
}

function refusal(expected: string, got: string): PithError {
  return new PithError('bad-model', `expected a model with ${expected}, got ${got}`, 'train it again');
}
