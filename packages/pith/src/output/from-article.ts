import type { Article } from '../article/article.js';
import type { UnwrittenArticle } from '../article/from-regions.js';
import { checkOutputOptions } from '../check-options.js';
import { unknownName } from '../errors.js';
import { lazy } from '../lazy.js';
import { type ArticleLike, checkedArticle, type OutputOptions } from './article-like.js';
import { htmlFromArticle } from './html.js';
import { jsonFromArticle } from './json.js';
import { markdownFromArticle } from './markdown.js';
import { threadFromArticle } from './posts.js';
import { teiFromArticle } from './tei.js';
import { textFromArticle } from './text.js';

export type OutputFormat = 'text' | 'markdown' | 'html' | 'json' | 'tei' | 'thread';

export type Output = (article: ArticleLike, options?: OutputOptions) => string;

export const OUTPUTS: Readonly<Record<OutputFormat, Output>> = {
  text: textFromArticle,
  markdown: markdownFromArticle,
  html: htmlFromArticle,
  json: jsonFromArticle,
  tei: teiFromArticle,
  thread: threadFromArticle,
};

export function render(article: ArticleLike, format: OutputFormat, options: OutputOptions = {}): string {
  checkOutputOptions(options);
  if (!Object.hasOwn(OUTPUTS, format)) throw unknownName('an output', format, Object.keys(OUTPUTS));
  return OUTPUTS[format](checkedArticle(article), options);
}

/** Adds the output properties to an article, computed on first access. */
export function withOutputs(article: UnwrittenArticle, options: OutputOptions = {}): Article {
  return lazy(article, {
    text: () => OUTPUTS.text(article, options),
    markdown: () => OUTPUTS.markdown(article, options),
    html: () => OUTPUTS.html(article, options),
  }) as Article;
}
