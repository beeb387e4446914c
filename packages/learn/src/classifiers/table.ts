import { LearnError } from '../errors.js';
import type { ClassifierModel, RegistryEntry } from '../estimator.js';
import { checkModelFile, isRecord } from '../model-file.js';
import { option } from '../options.js';
import { boosting } from './boosting/boosting.js';
import { c45 } from './c45/c45.js';
import { forest } from './forest/forest.js';
import { logistic } from './logistic.js';
import { pegasos } from './pegasos.js';
import { perceptron } from './perceptron.js';
import { svm } from './svm/svm.js';

export const PLAIN_CLASSIFIERS: ClassifierTable = {
  boosting,
  c45,
  forest,
  logistic,
  pegasos,
  perceptron,
  svm,
};

export const WRAPPED_RULES = {
  /** Default C4.5, as in paper 003. */
  classifier: option('c45', value => typeof value === 'string', 'a name'),
  classifierOptions: option<Readonly<Record<string, unknown>>>({}, isRecord, 'an object of options'),
};

export type ClassifierTable = Readonly<Record<string, RegistryEntry>>;

export function entryOf(table: ClassifierTable, algorithm: string): RegistryEntry {
  if (Object.hasOwn(table, algorithm)) return table[algorithm]!;
  const message = `There is no algorithm “${algorithm}”; there are ${Object.keys(table).join(', ')}.`;
  throw new LearnError('bad-option', message);
}

export function modelOf(table: ClassifierTable, json: unknown): ClassifierModel {
  const file = checkModelFile(typeof json === 'string' ? parsed(json) : json);
  if (Object.hasOwn(table, file.algorithm)) return table[file.algorithm]!.load(file);
  const message = `The model was made by “${file.algorithm}”; expected one of ${Object.keys(table).join(', ')}.`;
  throw new LearnError('bad-model', message);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new LearnError('bad-model', `The model file is not JSON: ${(error as Error).message}.`);
  }
}
