export type { Article, Decision, Evidence } from './article/article.js';
export type { ContentNode, Inline } from './article/content.js';
export { PithError, type PithErrorCode } from './errors.js';
export { extract } from './extract.js';
export type { ExtractOptions, Include, Item, PageType, Post, SiteRules } from './options.js';
export { PAGE_TYPES } from './options.js';
export { OUTPUTS, type OutputFormat } from './output/from-article.js';
