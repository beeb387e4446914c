/** Machine learning on typed arrays: data, classifiers, sequences, optimisers, selection and judging. */

export { AttributeSelected } from './classifiers/attribute-selected.js';
export { BoostingClassifier, BoostingModel } from './classifiers/boosting/boosting.js';
export type { BoostingOptions } from './classifiers/boosting/options.js';
export { C45, C45Model, type C45Options } from './classifiers/c45/c45.js';
export { printTree } from './classifiers/c45/print-tree.js';
export { CostWeighted, type CostWeightedOptions } from './classifiers/costs/cost-weighted.js';
export { MetaCost, MetaCostModel, type MetaCostOptions } from './classifiers/costs/metacost.js';
export { type ForestOptions, RandomForest } from './classifiers/forest/forest.js';
export { LogisticModel, type LogisticOptions, LogisticRegression } from './classifiers/logistic.js';
export { NaiveBayes, type NaiveBayesOptions } from './classifiers/naive-bayes.js';
export { Pegasos, PegasosModel, type PegasosOptions } from './classifiers/pegasos/pegasos.js';
export { Perceptron, type PerceptronOptions } from './classifiers/perceptron/perceptron.js';
export { SupportVectorMachine, type SvmOptions } from './classifiers/svm/svm.js';
export { kMeans } from './clusters/k-means.js';
export { readArff, writeArff } from './data/arff.js';
export { type Attribute, type Dataset, datasetFromRows, numericAttributes } from './data/dataset.js';
export {
  type AnyMatrix,
  denseMatrix,
  type Matrix,
  type SparseMatrix,
  sparseMatrix,
} from './data/matrix.js';
export { crossValidationFolds, trainTestSplit } from './data/splits.js';
export { selectRows } from './data/subset.js';
export { LearnError, type LearnErrorCode } from './errors.js';
export type { Classifier, ClassifierModel, FitControl, ModelFile } from './estimator.js';
export { type ConfusionMatrix, confusionMatrix, type Scores, scoresOf } from './judging/confusion.js';
export { type CrossValidation, crossValidate } from './judging/cross-validation.js';
export { prArea, rocArea, thresholdCurve } from './judging/curves.js';
export { type Evaluation, evaluate } from './judging/evaluation.js';
export { fitPlatt, type PlattCalibration, plattProbability } from './judging/platt.js';
export { minimise } from './optimise/lbfgs.js';
export { type Generation, maximiseBySwarm } from './optimise/swarm.js';
export { type Random, seededRandom } from './random.js';
export { classifierTable, createClassifier, loadModel } from './registry.js';
export { selectedDataset } from './selection/selection.js';
export { type SelectorName, select, selectors } from './selection/selectors.js';
export { Crf, type CrfOptions } from './sequences/crf/crf.js';
export { CrfModel, loadCrf } from './sequences/crf/model.js';
export {
  type ExpectedLabels,
  type SequenceData,
  type Sequences,
  sequenceData,
} from './sequences/sequences.js';
