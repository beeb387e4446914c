/**
 * The stages of the library, for those who build on them: the lab's methods, feature studies, other extractors.
 * Not covered by the promises of the main entry: names and shapes may change with any release.
 */

export {
  ABOUT,
  type AboutName,
  type ArticleFields,
  FIELDS,
  type FieldKind,
  type FieldName,
  type NamesOfKind,
  namesIn,
} from './article/fields.js';
export * from './blocks/blocks.js';
export { blocksFromTree } from './blocks/from-tree.js';
export { Addresses } from './content/addresses.js';
export { baseHref, contentFromTree } from './content/from-tree.js';
export { imageOf, isPictureFile } from './content/images.js';
export { type Analysis, analyse, extractByScores } from './extract.js';
export {
  FEATURE_NAMES,
  type Features,
  featuresFromBlocks,
} from './features/from-blocks.js';
export type { PageHints } from './features/measurements/page-measurements.js';
export { decodeBytes } from './html/from-bytes.js';
export { kindOfFile, pageOfFile, pageText } from './html/page-of-file.js';
export type { FilePage } from './html/page-of-mhtml.js';
export { memoised, memoisedWeakly, once } from './lazy.js';
export { MODEL_FORMAT, MODEL_VERSION } from './load-model.js';
export type { PageReading } from './metadata/facts/page-reading.js';
export {
  type Ranker,
  type Rankers,
  type RankerWeights,
  rankerOf,
  sureRow,
} from './metadata/facts/rankers/ranker.js';
export { FACT_TABLES, type FactTable } from './metadata/facts/tables.js';
export { weighFacts } from './metadata/facts/weigh.js';
export { readMetadata } from './metadata/from-blocks.js';
export { titleHeading } from './metadata/title-heading.js';
export { wholeContent } from './output/article-like.js';
export { cutText } from './output/chunks/from-article.js';
export { fittingBlocks } from './output/chunks/markdown-pieces.js';
export { frontMatter } from './output/front-matter.js';
export { type ElementName, element, escapeText, HTML_ELEMENTS } from './output/html-elements.js';
export { JSON_FIELDS } from './output/json.js';
export { modelFingerprint } from './quality/fingerprint.js';
export { declaredType, type TypeVerdict, typeFromScores, withDeclared } from './quality/from-regions.js';
export { PAGE_VECTOR_NAMES, pageVector } from './quality/page-vector.js';
export { commentsFromRecords } from './records/comments.js';
export { type DiscussionEvidence, discussionEvidence } from './records/discussion.js';
export { RECORD_KINDS, type RecordKind, recordKind, recordParts } from './records/parts.js';
export { postsFromRecords } from './records/posts.js';
export { regionsFromScores } from './regions/from-scores.js';
export { isTitle, REASONS, type Regions, ROLE } from './regions/regions.js';
export { isSpreadOut } from './regions/spread.js';
export { logOdds, movedByRecords, probabilityOf, scoresFromFeatures } from './scores/from-features.js';
export { defaultModel, type Model } from './scores/model.js';
export { type Checkpoint, type LooseTree, packTrees, scoreRows, unpackTrees } from './scores/trees.js';
export { WEIGHTS } from './scores/weights/default.js';
export type { BlockWeights, CorrectionWeights, RecordWeights, Weights } from './scores/weights/weights.js';
export { hostOfUrl, siteOf, siteOfHost } from './site.js';
export { treeFromHtml } from './tree/from-html.js';
export { type SnapshotOptions, treeFromSnapshot } from './tree/from-snapshot.js';
export { type Box, Layout, type LayoutColumns } from './tree/layout.js';
export { ATTR, TAG } from './tree/names.js';
export type { Snapshot } from './tree/snapshot.js';
export * from './tree/tags.js';
export * from './tree/tree.js';
export { blockAround, treeFromClone } from './tree/tree.js';
