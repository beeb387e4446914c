export {
  type Alignment,
  align,
  MOST_OF_BLOCK,
  type ShownTexts,
  sharesOfText,
  shownTexts,
} from './alignment/align.js';
export type {
  CorpusCounts,
  CorpusProblem,
  CorpusProblemKind,
  Gold,
  OnProblem,
  Page,
} from './corpora/corpus.js';
export { cachedCorpusDigest, corpusDigest } from './corpora/digest.js';
export { type ImporterName, importers } from './corpora/importers/importers.js';
export { type CorpusInfo, corpusInfo } from './corpora/info.js';
export { type PageLabels, pageDigest, readLabels, writeLabels } from './corpora/labels.js';
export {
  listCorpora,
  locateCorpora,
  locateCorpus,
  PUBLIC_CORPORA,
  type PublicCorpus,
} from './corpora/locate.js';
export { type ReadOptions, readCorpus, readGold } from './corpora/read.js';
export { foldCorpus, splitCorpus } from './corpora/split.js';
export { writeCorpus } from './corpora/write.js';
export { LabError, type LabErrorCode } from './errors.js';
export { evaluate } from './evaluation/evaluate.js';
export { summaryTable } from './evaluation/table.js';
export { type BlockFinding, explainedBlocks, explainPage, type MethodExplanation } from './explanation.js';
export type { Evidence, Example, Explanation, Extraction, Extractor, Finding } from './extractor.js';
export { extractorOfModel, extractors, lazyExtractors, loadExtractor } from './extractors.js';
export { LEAF_LABELS, type Leaf, type LeafLabel, visibleLeaves } from './leaves/leaves.js';
export type { ArticleExtractor } from './methods/adapted/model.js';
export { shareOfBlocks } from './methods/default/labels.js';
export type {
  Method,
  MethodJob,
  MethodTable,
  OwnTraining,
  TrainedModel,
  TrainingControl,
  TrainingPlot,
} from './methods/method.js';
export { methods } from './methods/method.js';
export { type MethodModel, type ModelCard, methodOfModel, readModelFile } from './methods/model-file.js';
export {
  isTrainable,
  readExamples,
  type TrainableMethod,
  trainModel,
  trainToFile,
} from './methods/training.js';
export { type Metric, type MetricName, metrics } from './metrics/metrics.js';
export { bagOfWords } from './metrics/overlap.js';
export { scaledCosine } from './metrics/paper-metrics.js';
export { wordsOf } from './metrics/words.js';
export { peers } from './peers/peers.js';
export { type EvaluationFigures, evaluationFigures, type FigureRow } from './report/evaluation-figures.js';
export { SUMMARY_EXPORTS } from './report/exports.js';
export { writeReport } from './report/report.js';
export { bootstrapDifference, bootstrapMean } from './statistics/bootstrap.js';
export { pairedTTest } from './statistics/significance.js';
