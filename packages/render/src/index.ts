export type { RenderedPage } from './capture.js';
export { type ArchivedPage, archivePage } from './capture.js';
export { findChromium } from './chromium.js';
export { RenderError, type RenderErrorCode } from './errors.js';
export { htmlOfTree } from './html.js';
export type { RenderOptions, Wait } from './options.js';
export { openPool, type PoolOptions, type RenderPool, renderPage } from './pool.js';
export {
  type FoundTexts,
  type RichOptions,
  type RichPageOptions,
  richArticle,
  richPage,
  richTexts,
} from './rich/article.js';
export { RICH_STYLES } from './rich/properties.js';
export type { OpenPage } from './session.js';
export type { PageSource } from './source.js';
