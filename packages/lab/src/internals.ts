export { isVisibleText } from './alignment/shown-texts.js';
export { declaredLanguage, guessedLanguage } from './corpora/language.js';
export { pageTree } from './corpora/page-tree.js';
export { splitGroup } from './corpora/split.js';
export { writeAtomically } from './corpora/write.js';
export { signed } from './evaluation/table.js';
export { LEAST_COVERAGE, labelBlocks } from './methods/default/labels.js';
export { refuseNone } from './methods/method.js';
export { shippedModels } from './methods/model-file.js';
export { readOptions } from './methods/options.js';
export { yieldToAbort } from './methods/yield-to-abort.js';
export { termCounts } from './metrics/cosine.js';
export { characterLcs } from './metrics/lcs.js';
export { pageRegionAccuracy } from './metrics/regions.js';
export { fromOverlap, multisetOverlap, type PrecisionRecall } from './metrics/score.js';
export { shingles } from './metrics/shingles.js';
export { titleScore } from './metrics/titles.js';
export { type Box, boxOf } from './report/boxes.js';
export {
  intervalInWords,
  markdownTable,
  percent,
  pInWords,
  signedInterval,
} from './report/markdown.js';
export {
  type MarkedParts,
  markedNames,
  partsOf,
  provenanceOf,
  type Results,
  writeMarked,
  writeResults,
} from './report/marked-document.js';
export { drawStandalone, PLOT_COLOURS } from './report/standalone-plot.js';
export type { Interval } from './statistics/bootstrap.js';
export { mcNemarOfCases } from './statistics/mcnemar.js';
export { summarise } from './statistics/summary.js';
export { TextLines } from './text-lines.js';
export { codeFingerprint, packageVersion, workspaceVersion } from './versions.js';
