import { boosting } from './boosting/boosting.js';
import { c45 } from './c45/c45.js';
import { forest } from './forest/forest.js';
import { logistic } from './logistic.js';
import { pegasos } from './pegasos/pegasos.js';
import { perceptron } from './perceptron/perceptron.js';
import { svm } from './svm/svm.js';
import type { ClassifierTable } from './table.js';

/** Classifiers that do not wrap another. */
export const PLAIN_CLASSIFIERS: ClassifierTable = {
  boosting,
  c45,
  forest,
  logistic,
  pegasos,
  perceptron,
  svm,
};
