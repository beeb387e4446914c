import type { Article } from '../article/article.js';
import type { UnwrittenArticle } from '../article/from-regions.js';
import { lazy } from '../lazy.js';
import type { Include } from '../options.js';
import { OUTPUTS } from './from-article.js';

/** Adds the output properties to an article, computed on first access. */
export function withOutputs(article: UnwrittenArticle, include: Include = {}): Article {
  return lazy(article, {
    text: () => OUTPUTS.text(article, include),
    markdown: () => OUTPUTS.markdown(article, include),
    html: () => OUTPUTS.html(article, include),
  }) as Article;
}
