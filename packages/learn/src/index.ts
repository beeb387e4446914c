/**
 * Machine learning on typed arrays: data, classifiers, sequence labelling, optimisers, feature selection, evaluation.
 */

export { BoostingClassifier, BoostingModel } from './classifiers/boosting/boosting.js';
export type { BoostingOptions } from './classifiers/boosting/rounds.js';
export { C45, C45Model, type C45Options, printTree } from './classifiers/c45/c45.js';
export { RandomForest, RandomForestModel } from './classifiers/forest/forest.js';
export { LogisticModel, LogisticRegression } from './classifiers/logistic.js';
export { metaCost } from './classifiers/metacost.js';
export { Pegasos, PegasosModel } from './classifiers/pegasos.js';
export { Perceptron } from './classifiers/perceptron.js';
export { SupportVectorMachine, SvmModel } from './classifiers/svm/svm.js';
export { classifierTable, createClassifier, loadModel } from './classifiers/table.js';
export { kMeans } from './clusters/k-means.js';
export { writeArff } from './data/arff.js';
export { type Attribute, type Dataset, datasetFromRows, numericAttributes } from './data/dataset.js';
export {
  type AnyMatrix,
  countBelow,
  denseMatrix,
  type Matrix,
  type SparseMatrix,
} from './data/matrix.js';
export { selectRows } from './data/subset.js';
export { LearnError, type LearnErrorCode } from './errors.js';
export type { Classifier, ClassifierModel, FitControl, Learner, ModelFile } from './estimator.js';
export { crossValidate } from './evaluation/cross-validation.js';
export { fitPlatt, type PlattCalibration, plattProbability } from './evaluation/platt.js';
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
export { type SelectorName, select, selectedDataset, withSelection } from './selection/selectors.js';
export { Crf } from './sequences/crf.js';
export type {
  ExpectedLabels,
  SequenceData,
  Sequences,
} from './sequences/model.js';
export { CrfModel, loadCrf } from './sequences/model.js';
