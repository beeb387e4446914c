import { attributeSelected } from './classifiers/attribute-selected.js';
import { boosting } from './classifiers/boosting/boosting.js';
import { c45 } from './classifiers/c45/c45.js';
import { costWeighted } from './classifiers/costs/cost-weighted.js';
import { metaCost } from './classifiers/costs/metacost.js';
import { forest } from './classifiers/forest/forest.js';
import { logistic } from './classifiers/logistic.js';
import { naiveBayes } from './classifiers/naive-bayes.js';
import { pegasos } from './classifiers/pegasos/pegasos.js';
import { perceptron } from './classifiers/perceptron/perceptron.js';
import { svm } from './classifiers/svm/svm.js';
import type { Accepts } from './data/check.js';
import { LearnError } from './errors.js';
import type { Classifier, ClassifierModel, ModelFile } from './estimator.js';
import { checkModelFile } from './model-file.js';

/** One algorithm: what it can learn from, how it is made from options, how its models are read back. */
export interface RegistryEntry {
  readonly accepts: Accepts;
  create(options?: Readonly<Record<string, unknown>>): Classifier;
  load(file: ModelFile): ClassifierModel;
}

/**
 * Every classifier by the name that model files carry; the conformance suite runs on each line. A function, because
 * algorithms that wrap others look those up here: the table is read only after all modules have been loaded.
 */
export function classifierTable(): Readonly<Record<string, RegistryEntry>> {
  return {
    'attribute-selected': attributeSelected,
    boosting,
    c45,
    'cost-weighted': costWeighted,
    forest,
    logistic,
    metacost: metaCost,
    'naive-bayes': naiveBayes,
    pegasos,
    perceptron,
    svm,
  };
}

/** The entry of an algorithm; refuses a name that is not in the table. */
export function registryEntry(algorithm: string): RegistryEntry {
  const table = classifierTable();
  if (Object.hasOwn(table, algorithm)) return table[algorithm]!;
  const message = `There is no algorithm “${algorithm}”; there are ${Object.keys(table).join(', ')}.`;
  throw new LearnError('bad-option', message);
}

/** A classifier by name. */
export function createClassifier(algorithm: string, options?: Readonly<Record<string, unknown>>): Classifier {
  return registryEntry(algorithm).create(options);
}

/** A model from a file: an object or its JSON text. What does not fit is refused with what was expected. */
export function loadModel(json: unknown): ClassifierModel {
  const file = checkModelFile(typeof json === 'string' ? parsed(json) : json);
  const table = classifierTable();
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
