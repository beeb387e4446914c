/** Machine learning on typed arrays: data, classifiers, sequences, optimisers, selection and judging. */

export {
  AttributeSelected,
  AttributeSelectedModel,
  type AttributeSelectedOptions,
} from './classifiers/attribute-selected.js';
export { BoostingClassifier, BoostingModel } from './classifiers/boosting/boosting.js';
export type { BoostingOptions } from './classifiers/boosting/options.js';
export {
  BoostedRegressor,
  BoostedRegressorModel,
  loadBoostedRegressor,
  type RegressionData,
  type RegressorFile,
} from './classifiers/boosting/regressor.js';
export { C45, C45Model, type C45Options } from './classifiers/c45/c45.js';
export { printTree, treeSize } from './classifiers/c45/print-tree.js';
export {
  type CostMethod,
  CostWeighted,
  CostWeightedModel,
  type CostWeightedOptions,
  costWeights,
} from './classifiers/costs/cost-weighted.js';
export { MetaCost, MetaCostModel, type MetaCostOptions } from './classifiers/costs/metacost.js';
export { ForestModel, type ForestOptions, RandomForest } from './classifiers/forest/forest.js';
export { LogisticModel, type LogisticOptions, LogisticRegression } from './classifiers/logistic.js';
export { NaiveBayes, NaiveBayesModel, type NaiveBayesOptions } from './classifiers/naive-bayes.js';
export {
  Pegasos,
  PegasosModel,
  type PegasosOptions,
  type PegasosParameters,
} from './classifiers/pegasos/pegasos.js';
export { Perceptron, PerceptronModel, type PerceptronOptions } from './classifiers/perceptron/perceptron.js';
export {
  SupportVectorMachine,
  type SupportVectors,
  SvmModel,
  type SvmOptions,
} from './classifiers/svm/svm.js';
export { assignToCentres, type KMeansOptions, type KMeansResult, kMeans } from './clusters/k-means.js';
export { type ArffFile, type ArffOptions, readArff, writeArff } from './data/arff.js';
export { type Accepts, checkDataset, checkRows } from './data/check.js';
export { type CsvOptions, readCsv, writeCsv } from './data/csv.js';
export {
  type Attribute,
  type Dataset,
  datasetFromRows,
  encodeLabels,
  numericAttributes,
  type RawDataset,
  type RawValue,
} from './data/dataset.js';
export {
  type AnyMatrix,
  denseMatrix,
  forEachCell,
  type Matrix,
  type SparseMatrix,
  type SparseRow,
  sparseMatrix,
  toDense,
  toSparse,
} from './data/matrix.js';
export { columnCounts, pruneRareFeatures } from './data/rare-features.js';
export {
  columnDeviations,
  fitDeviationScaling,
  fitMinMaxScaling,
  type Scaling,
  scaleDataset,
  scaleMatrix,
} from './data/scaling.js';
export {
  crossValidationFolds,
  type FoldOptions,
  groupedFolds,
  kFolds,
  type Split,
  stratifiedFolds,
  type TrainTestOptions,
  trainTestSplit,
} from './data/splits.js';
export { matrixColumns, matrixRows, selectColumns, selectRows, withoutEmptyClasses } from './data/subset.js';
export { balancedClassWeights, classTotals, weightsOf, withClassWeights } from './data/weights.js';
export { LearnError, type LearnErrorCode } from './errors.js';
export type { Classifier, ClassifierModel, FitControl, ModelFile } from './estimator.js';
export { type Calibration, calibrate, calibrations, loadCalibration } from './judging/calibration.js';
export { expectedCalibrationError, type ReliabilityBin, reliability } from './judging/calibration-error.js';
export {
  addConfusions,
  type ClassScores,
  type ConfusionMatrix,
  confusionMatrix,
  type Scores,
  scoresOf,
} from './judging/confusion.js';
export {
  type CrossValidation,
  crossValidate,
  type FoldResult,
  meanAndDeviation,
} from './judging/cross-validation.js';
export {
  areaByClass,
  type CurvePoint,
  prArea,
  rocArea,
  type ScoredRows,
  thresholdCurve,
} from './judging/curves.js';
export { type Evaluation, evaluate, fitOnRows, type Predictor } from './judging/evaluation.js';
export { fitIsotonic, type IsotonicCalibration, isotonicProbability } from './judging/isotonic.js';
export {
  type LearningCurveOptions,
  type LearningCurvePoint,
  learningCurve,
} from './judging/learning-curve.js';
export { fitPlatt, type PlattCalibration, plattProbability } from './judging/platt.js';
export { withMetrics } from './model-file.js';
export { type MinimiseOptions, type MinimiseStep, type Minimum, minimise } from './optimise/lbfgs.js';
export { type Generation, maximiseBySwarm, type SwarmOptions, type SwarmResult } from './optimise/swarm.js';
export { type Random, seededRandom } from './random.js';
export {
  classifierTable,
  createClassifier,
  loadModel,
  type RegistryEntry,
  registryEntry,
} from './registry.js';
export { mdlCuts } from './selection/discretise.js';
export {
  type PermutationImportance,
  type PermutationOptions,
  permutationImportance,
} from './selection/permutation.js';
export {
  applySelection,
  type ChosenColumns,
  loadSelection,
  type Selection,
  selectedAttributes,
  selectedDataset,
} from './selection/selection.js';
export { type Selector, type SelectorName, select, selectorRule, selectors } from './selection/selectors.js';
export { Crf, type CrfOptions } from './sequences/crf/crf.js';
export { CrfModel, loadCrf } from './sequences/crf/model.js';
export {
  checkSequenceData,
  checkSequences,
  type ExpectedLabels,
  encodeSequences,
  type Position,
  type SequenceData,
  type Sequences,
  sequenceData,
  type TaggedSequence,
} from './sequences/sequences.js';
