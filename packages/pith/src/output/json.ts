import { type AddressUse, safeAddress } from '../content/addresses.js';
import type { ArticleLike, OutputOptions } from './article-like.js';
import { ADDRESS_ATTRIBUTES } from './html-elements.js';
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
  'nextPage',
  'previousPage',
  'sources',
  'product',
] as const satisfies readonly (keyof ArticleLike)[];

/** Fields that hold an address of the page's: whoever reads the JSON may make links of them. */
const ADDRESSES: ReadonlyMap<string, AddressUse> = new Map([
  ['canonicalUrl', 'link'],
  ['url', 'link'],
  ['authorUrl', 'link'],
  ['nextPage', 'link'],
  ['previousPage', 'link'],
  ['image', 'media'],
]);

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
  // Elsewhere the same names may stand for something else: in `sources` for where the field is from.
  const records = new Set<unknown>([whole, ...comments, ...posts, ...items]);
  return JSON.stringify(whole, function (this: unknown, key, value) {
    if (key === 'node' && typeof value === 'number') return undefined;
    if (typeof value !== 'string') return value;
    const use = ADDRESS_ATTRIBUTES.get(key) ?? (records.has(this) ? ADDRESSES.get(key) : undefined);
    // The article's own address is the caller's.
    return use === undefined || (this === whole && key === 'url') ? value : safeAddress(value, use);
  });
}
