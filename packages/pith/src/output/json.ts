import type { ArticleLike, OutputOptions } from './article-like.js';
import { textFromArticle } from './text.js';

const FIELDS = [
  'url',
  'canonicalUrl',
  'type',
  'types',
  'notContent',
  'needsRendering',
  'confidence',
  'title',
  'authors',
  'published',
  'modified',
  'siteName',
  'description',
  'image',
  'language',
  'direction',
  'tags',
  'section',
  'license',
  'paywalled',
  'sources',
  'product',
] as const satisfies readonly (keyof ArticleLike)[];

/**
 * The article as one JSON object: metadata, plain text, content tree, posts and items. Title and authors are fields
 * of their own, so only `comments` is a switch. Node ids of the page tree are left out: they mean nothing without it.
 */
export function jsonFromArticle(article: ArticleLike, options: OutputOptions = {}): string {
  const fields = Object.fromEntries(FIELDS.map(name => [name, article[name]]));
  const { content, posts = [], items = [], comments = [] } = article;
  const whole = {
    ...fields,
    text: textFromArticle(article),
    content,
    ...(options.comments === false ? {} : { comments }),
    posts,
    items,
  };
  return JSON.stringify(whole, (key, value) =>
    key === 'node' && typeof value === 'number' ? undefined : value,
  );
}
