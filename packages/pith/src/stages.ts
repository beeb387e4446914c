/**
 * The stages of the library, for packages that build on them: methods of the lab, feature studies, other extractors.
 * Grouped by stage, in the order of the data flow. Not covered by semantic versioning: names and shapes may change with
 * any release.
 */

// The pipeline: `analyse` runs the stages up to the features, `extractByScores` all stages with other block scores.

export { analyse, extractByScores } from './extract.js';

// html: decodes bytes, detects other file types, finds the page in an MHTML file.

export { decodeBytes } from './html/from-bytes.js';
export { kindOfFile, pageOfFile, pageText } from './html/page-of-file.js';
export type { FilePage } from './html/page-of-mhtml.js';

// tree: the page as flat arrays, from HTML, a live document or a browser snapshot; tag and attribute numbers; layout.

export { treeFromHtml } from './tree/from-html.js';
export { type SnapshotOptions, treeFromSnapshot } from './tree/from-snapshot.js';
export { type Box, Layout, type LayoutColumns } from './tree/layout.js';
export { ATTR, TAG } from './tree/names.js';
export type { Snapshot } from './tree/snapshot.js';
export * from './tree/tags.js';
export * from './tree/tree.js';
export { VISIBILITY_STYLES } from './tree/unseen-text.js';

// blocks: the text blocks of a tree.

export * from './blocks/blocks.js';
export { blocksFromTree } from './blocks/from-tree.js';

// metadata: title, authors, dates and other fields, their candidates and the rankers that choose among them.

export { besideSite, RankedChoices, type ReadMetadata, readMetadata } from './metadata/from-blocks.js';
export { type Choices, ChoicesByOrder } from './metadata/page-metadata.js';
export type { PageReading } from './metadata/page-reading.js';
export { Ranker, type Rankers, type RankerWeights, sureRow } from './metadata/rankers/ranker.js';
export { FACT_TABLES, type FactRow, type FactTable } from './metadata/tables.js';
export { titleHeading } from './metadata/title-heading.js';

// features: the page with its measurements, and one row of numbers per block.

export { FEATURE_NAMES, type Features } from './features/from-blocks.js';
export { Page, type PageHints } from './features/page.js';

// content: the content tree of kept text, with resolved URLs.

export { Addresses } from './content/addresses.js';
export { baseHref, contentFromTree } from './content/from-tree.js';
export { imageOf, isPictureFile } from './content/images.js';

// groups: repeated structures. discussion: posts and comments.

export { Comments } from './discussion/comments.js';
export { type DiscussionEvidence, NO_DISCUSSION } from './discussion/evidence.js';
export { Discussion } from './discussion/from-groups.js';
export { Groups } from './groups/from-page.js';
export { ENTRY_KINDS, type EntryKind, entryKind } from './groups/group.js';

// scores: the probability that a block is content; packed trees and models.

export { MAX_MODEL_BYTES, MODEL_FORMAT, MODEL_VERSION } from './load-model.js';
export { type Checkpoint, type LooseTree, packTrees, scoreRows, unpackTrees } from './packed-trees.js';
export { adjustedByEntries, logOdds, probabilityOf, scoresFromFeatures } from './scores/from-features.js';
export { defaultModel, type Model } from './scores/model.js';
export { WEIGHTS } from './scores/weights/default.js';
export type { BlockWeights, CorrectionWeights, EntryWeights, Weights } from './scores/weights/weights.js';

// regions: the role of every block, with a reason.

export { regionsFromScores } from './regions/from-scores.js';
export { isTitle, REASONS, type Regions, ROLE } from './regions/regions.js';

// kind: page type, confidence, and the structure of the page.

export { entryParts } from './kind/entries.js';
export { modelFingerprint, PAGE_VECTOR_NAMES, pageVector } from './kind/page-vector.js';
export {
  declaredType,
  isSpreadOut,
  type TypeVerdict,
  typeFromScores,
  withDeclared,
} from './kind/type-rules.js';

// memory: a page as hashes of its texts and of the parts of its title.

export { sitePageOf, titleHash } from './memory/site-page.js';

// article: the fields of an article.

export type { ArticleFields } from './article/article.js';
export {
  ABOUT,
  type AboutName,
  FIELDS,
  type FieldKind,
  type FieldName,
  type NamesOfKind,
  namesIn,
} from './article/fields.js';

// output: the building blocks of the writers.

export { MARKDOWN_CHOICES } from './options.js';
export { wholeContent } from './output/article-like.js';
export { cutText } from './output/chunks/from-article.js';
export { fittingBlocks } from './output/chunks/markdown-pieces.js';
export { frontMatter } from './output/front-matter.js';
export { type ElementName, element, escapeText, HTML_ELEMENTS } from './output/html-elements.js';
export { JSON_FIELDS } from './output/json.js';

// Memoisation, and the site of a URL.

export { memoised, memoisedWeakly, once } from './lazy.js';
export { hostOfUrl, siteOf, siteOfHost } from './site.js';
