import { ABOUT, FIELDS, namesIn } from '../article/fields.js';
import { type AddressUse, safeAddress } from '../content/addresses.js';
import type { ArticleLike, OutputOptions } from './article-like.js';
import { ADDRESS_ATTRIBUTES } from './html-elements.js';
import { textFromArticle } from './text.js';

const COPIED_FIELDS = [...namesIn(ABOUT), 'nextPage', 'previousPage', 'sources', 'product'] as const;
export const JSON_FIELDS = [...COPIED_FIELDS, 'text', 'content', 'comments', 'posts', 'items'] as const;

/** Fields with a URL from the page: consumers may turn them into links. */
const ADDRESSES: ReadonlyMap<string, AddressUse> = new Map<string, AddressUse>([
  ...Object.entries(FIELDS).flatMap(([name, { kind }]): [string, AddressUse][] =>
    kind === 'link' || kind === 'media' ? [[name, kind]] : [],
  ),
  ['authorUrl', 'link'],
]);

/** Of the options only `comments` applies. Omits node ids, which require the page tree. */
export function jsonFromArticle(article: ArticleLike, options: OutputOptions = {}): string {
  const { content, posts = [], items = [], comments = [] } = article;
  const whole = {
    ...Object.fromEntries(COPIED_FIELDS.map(name => [name, article[name]])),
    text: textFromArticle(article),
    content,
    ...(options.comments === false ? {} : { comments }),
    posts,
    items,
  };
  // Elsewhere the same names have other meanings: in `sources` they map to the source of a field.
  const records = new Set<unknown>([whole, ...comments, ...posts, ...items]);
  return JSON.stringify(whole, function (this: unknown, key, value) {
    if (key === 'node' && typeof value === 'number') return undefined;
    if (typeof value !== 'string') return value;
    const use = ADDRESS_ATTRIBUTES.get(key) ?? (records.has(this) ? ADDRESSES.get(key) : undefined);
    // The article's own URL comes from the caller.
    return use === undefined || (this === whole && key === 'url') ? value : safeAddress(value, use);
  });
}
