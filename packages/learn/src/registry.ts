import { attributeSelected } from './classifiers/attribute-selected.js';
import { metaCost } from './classifiers/costs/metacost.js';
import { PLAIN_CLASSIFIERS } from './classifiers/plain.js';
import { type ClassifierTable, entryOf, modelOf } from './classifiers/table.js';
import type { Classifier, ClassifierModel } from './estimator.js';

/** Every classifier by the name that model files carry; the conformance suite runs on each line. */
export const classifierTable: ClassifierTable = {
  ...PLAIN_CLASSIFIERS,
  'attribute-selected': attributeSelected,
  metacost: metaCost,
};

/** A classifier by name. */
export function createClassifier(algorithm: string, options?: Readonly<Record<string, unknown>>): Classifier {
  return entryOf(classifierTable, algorithm).create(options);
}

/** A model from a file: an object or its JSON text. What does not fit is refused with what was expected. */
export function loadModel(json: unknown): ClassifierModel {
  return modelOf(classifierTable, json);
}
