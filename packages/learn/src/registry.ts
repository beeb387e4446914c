import { attributeSelected } from './classifiers/attribute-selected.js';
import { metaCost } from './classifiers/metacost.js';
import { type ClassifierTable, entryOf, modelOf, PLAIN_CLASSIFIERS } from './classifiers/table.js';
import type { Classifier, ClassifierModel } from './estimator.js';

export const classifierTable: ClassifierTable = {
  ...PLAIN_CLASSIFIERS,
  'attribute-selected': attributeSelected,
  metacost: metaCost,
};

export function createClassifier(algorithm: string, options?: Readonly<Record<string, unknown>>): Classifier {
  return entryOf(classifierTable, algorithm).create(options);
}

export function loadModel(json: unknown): ClassifierModel {
  return modelOf(classifierTable, json);
}
