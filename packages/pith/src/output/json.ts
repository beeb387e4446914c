import { ABOUT, FIELDS, namesIn } from '../article/fields.js';
import { type AddressUse, safeAddress } from '../content/addresses.js';
import type { ArticleLike, OutputOptions } from './article-like.js';
import { ADDRESS_ATTRIBUTES } from './html-elements.js';
import { textFromArticle } from './text.js';

/** Fields that are written as they are. */
const FACTS = [...namesIn(ABOUT), 'nextPage', 'previousPage', 'sources', 'product'] as const;
/** All fields of the JSON, in order. */
export const JSON_FIELDS = [...FACTS, 'text', 'content', 'comments', 'posts', 'items'] as const;

/** Fields that hold an address of the page's: whoever reads the JSON may make links of them. */
const ADDRESSES: ReadonlyMap<string, AddressUse> = new Map<string, AddressUse>([
  ...Object.entries(FIELDS).flatMap(([name, { kind }]): [string, AddressUse][] =>
    kind === 'link' || kind === 'media' ? [[name, kind]] : [],
  ),
  ['authorUrl', 'link'],
]);

/**
 * The article as one JSON object: metadata, plain text, content tree, posts and items. Title and authors are fields
 * of their own, so only `comments` is a switch. Node ids of the page tree are left out: they mean nothing without it.
 */
export function jsonFromArticle(article: ArticleLike, options: OutputOptions = {}): string {
  const { content, posts = [], items = [], comments = [] } = article;
  const whole = {
    ...Object.fromEntries(FACTS.map(name => [name, article[name]])),
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
