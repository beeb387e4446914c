import type { Article } from '../article/article.js';
import type { UnwrittenArticle } from '../article/from-regions.js';
import { withMade } from '../made.js';
import { once } from '../once.js';
import type { Include } from '../options.js';
import { OUTPUTS } from './from-article.js';

/** Adds the texts to an article, each written when first asked for. */
export function withOutputs(article: UnwrittenArticle, include: Include = {}): Article {
  const text = once(() => OUTPUTS.text(article, include));
  const markdown = once(() => OUTPUTS.markdown(article, include));
  const html = once(() => OUTPUTS.html(article, include));
  return withMade(article, { text, markdown, html }) as Article;
}
