/** Parts of the lab for packages that implement methods, not covered by semantic versioning. */

export { isVisibleText } from './alignment/align.js';
export { pageTree } from './corpora/corpus.js';
export { asObject, writeAtomically } from './corpora/files.js';
export { declaredLanguage, guessedLanguage } from './corpora/info.js';
export { splitGroup } from './corpora/split.js';
export { signed } from './evaluation/table.js';

export { LEAST_COVERAGE, labelBlocks } from './methods/default/labels.js';
export { readOptions, refuseFew, refuseNone, yieldToAbort } from './methods/method.js';
export { badModel, checkMethodModel, methodModel, shippedModels } from './methods/model-file.js';
export { titleScore } from './metrics/metadata.js';
export {
  countSnippets,
  fromOverlap,
  multisetOverlap,
  type PrecisionRecall,
  shingles,
} from './metrics/overlap.js';
export { pageRegionAccuracy, termCounts } from './metrics/paper-metrics.js';
export { characterLcs } from './metrics/sequences.js';
export { TextLines } from './peers/peers.js';
export { type Box, boxOf } from './report/figures.js';
export {
  intervalInWords,
  type MarkedParts,
  markdownTable,
  markedNames,
  partsOf,
  percent,
  pInWords,
  provenanceOf,
  type Results,
  signedInterval,
  writeMarked,
  writeResults,
} from './report/markdown.js';
export { drawStandalone, PLOT_COLOURS } from './report/plot.js';
export type { Interval } from './statistics/bootstrap.js';
export { mcNemarOfCases } from './statistics/significance.js';
export { grouped, summarise } from './statistics/summary.js';

export { packageVersion, workspaceVersion } from './versions.js';
