export type { Account, Article, Decision, Evidence } from './article/article.js';
export type { FactDecision, Facts, Medium } from './article/facts.js';
export type { Picture } from './article/pictures.js';
export type { ContentNode, Inline } from './content/content.js';
export { PithError, type PithErrorCode } from './errors.js';
export { extract, fingerprint } from './extract.js';
export { extractFrom, type PageSource } from './extract-from.js';
export type { PageInput } from './input.js';
export { loadModel, type ModelFile } from './load-model.js';
export { SiteMemory, type SiteMemoryFile } from './memory/site-memory.js';
export type { Alternate, Feed, PageLinks } from './metadata/links.js';
export type { Author, Fact, FactCandidate } from './metadata/metadata.js';
export type {
  Corrections,
  ExtractOptions,
  Include,
  Item,
  MarkdownOptions,
  PageType,
  Post,
  PostQuote,
  Product,
  SiteRules,
} from './options.js';
export { PAGE_TYPES } from './options.js';
export type { OutputOptions } from './output/article-like.js';
export type { ChunkFacts, ChunkPost } from './output/chunks/context.js';
export { type Chunk, type ChunkOptions, chunks } from './output/chunks/from-article.js';
export { type CountTokens, estimateTokens } from './output/chunks/tokens.js';
export { OUTPUTS, type OutputFormat, render } from './output/from-article.js';
export type { Model } from './scores/model.js';
