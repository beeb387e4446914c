import { LearnError } from '../errors.js';
import type { Classifier, ClassifierModel, RegistryEntry } from '../estimator.js';
import { checkModelFile } from '../model-file.js';
import { BoostingClassifier } from './boosting/boosting.js';
import { C45 } from './c45/c45.js';
import { RandomForest } from './forest/forest.js';
import { LogisticRegression } from './logistic.js';
import { Pegasos } from './pegasos.js';
import { Perceptron } from './perceptron.js';
import { SupportVectorMachine } from './svm/svm.js';

export const classifierTable: Readonly<Record<string, RegistryEntry>> = {
  boosting: BoostingClassifier,
  c45: C45,
  forest: RandomForest,
  logistic: LogisticRegression,
  pegasos: Pegasos,
  perceptron: Perceptron,
  svm: SupportVectorMachine,
};

export function createClassifier(algorithm: string, options?: Readonly<Record<string, unknown>>): Classifier {
  if (Object.hasOwn(classifierTable, algorithm)) return classifierTable[algorithm]!.create(options);
  const message = `There is no algorithm “${algorithm}”; there are ${Object.keys(classifierTable).join(', ')}.`;
  throw new LearnError('bad-option', message);
}

export function loadModel(json: unknown): ClassifierModel {
  const file = checkModelFile(typeof json === 'string' ? parsed(json) : json);
  if (Object.hasOwn(classifierTable, file.algorithm)) return classifierTable[file.algorithm]!.load(file);
  const message = `The model was made by “${file.algorithm}”; expected one of ${Object.keys(classifierTable).join(', ')}.`;
  throw new LearnError('bad-model', message);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new LearnError('bad-model', `The model file is not JSON: ${(error as Error).message}.`);
  }
}
