/**
 * Machine learning on typed arrays: data, classifiers, sequence labelling, optimisers, feature selection, evaluation.
 */

export { AttributeSelected } from './classifiers/attribute-selected.js';
export { BoostingClassifier, BoostingModel } from './classifiers/boosting/boosting.js';
export type { BoostingOptions } from './classifiers/boosting/options.js';
export { C45, C45Model, type C45Options } from './classifiers/c45/c45.js';
export { printTree } from './classifiers/c45/print-tree.js';
export { MetaCost, MetaCostModel } from './classifiers/costs/metacost.js';
export { RandomForest } from './classifiers/forest/forest.js';
export { LogisticModel, LogisticRegression } from './classifiers/logistic.js';
export { Pegasos, PegasosModel } from './classifiers/pegasos/pegasos.js';
export { Perceptron } from './classifiers/perceptron/perceptron.js';
export { SupportVectorMachine } from './classifiers/svm/svm.js';
export { kMeans } from './clusters/k-means.js';
export { writeArff } from './data/arff.js';
export { type Attribute, type Dataset, datasetFromRows, numericAttributes } from './data/dataset.js';
export {
  type AnyMatrix,
  denseMatrix,
  type Matrix,
  type SparseMatrix,
} from './data/matrix.js';
export { selectRows } from './data/subset.js';
export { LearnError, type LearnErrorCode } from './errors.js';
export type { Classifier, ClassifierModel, FitControl, ModelFile } from './estimator.js';
export { crossValidate } from './judging/cross-validation.js';
export { fitPlatt, type PlattCalibration, plattProbability } from './judging/platt.js';
export { type Generation, maximiseBySwarm } from './optimise/swarm.js';
export {
  choiceOption,
  numberOption,
  type OptionRule,
  type OptionsOf,
  option,
  readOptions,
  switchOption,
} from './options.js';
export { type Random, seededRandom } from './random.js';
export { classifierTable, createClassifier, loadModel } from './registry.js';
export { selectedDataset } from './selection/selection.js';
export { type SelectorName, select, selectors } from './selection/selectors.js';
export { Crf } from './sequences/crf/crf.js';
export { CrfModel, loadCrf } from './sequences/crf/model.js';
export type {
  ExpectedLabels,
  SequenceData,
  Sequences,
} from './sequences/sequences.js';
