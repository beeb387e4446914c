import type { Accepts } from '../data/check.js';
import { LearnError } from '../errors.js';
import type { Classifier, ClassifierModel, ModelFile } from '../estimator.js';
import { checkModelFile } from '../model-file.js';

export interface RegistryEntry {
  readonly accepts: Accepts;
  create(options?: Readonly<Record<string, unknown>>): Classifier;
  load(file: ModelFile): ClassifierModel;
}

export type ClassifierTable = Readonly<Record<string, RegistryEntry>>;

export function entryOf(table: ClassifierTable, algorithm: string): RegistryEntry {
  if (Object.hasOwn(table, algorithm)) return table[algorithm]!;
  const message = `There is no algorithm “${algorithm}”; there are ${Object.keys(table).join(', ')}.`;
  throw new LearnError('bad-option', message);
}

/** Loads a model from an object or its JSON text. */
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
