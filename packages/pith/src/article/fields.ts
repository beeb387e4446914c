import type { ArticleFields } from './article.js';

/** `time` is ISO 8601, `language` BCP 47, `link` and `media` are URLs, `json` is any structured value. */
export type FieldKind =
  | 'string'
  | 'time'
  | 'language'
  | 'link'
  | 'media'
  | 'strings'
  | 'boolean'
  | 'double'
  | 'json';

type KindOf<T> = [T] extends [string]
  ? 'string' | 'time' | 'language' | 'link' | 'media'
  : [T] extends [readonly string[]]
    ? 'strings'
    : [T] extends [boolean]
      ? 'boolean'
      : [T] extends [number]
        ? 'double'
        : 'json';

/** `label` is shown in the app; `always` marks fields that are never undefined. */
type Fields = {
  readonly [N in keyof Required<ArticleFields>]: {
    readonly kind: KindOf<NonNullable<ArticleFields[N]>>;
    readonly label?: string;
  } & (undefined extends ArticleFields[N] ? { readonly always?: undefined } : { readonly always: true });
};

/**
 * The metadata fields of an article. JSON, table columns, the server's schema, the MCP answers, the app's panel and the
 * reference tables list them in this order.
 */
export const ABOUT = {
  url: { kind: 'link' },
  canonicalUrl: { kind: 'link', label: 'Address' },
  type: { kind: 'string', always: true },
  types: { kind: 'json', always: true },
  notContent: { kind: 'string' },
  needsRendering: { kind: 'boolean' },
  confidence: { kind: 'double', always: true },
  title: { kind: 'string', label: 'Title' },
  authors: { kind: 'strings', label: 'Authors', always: true },
  published: { kind: 'time', label: 'Published' },
  modified: { kind: 'time', label: 'Modified' },
  siteName: { kind: 'string', label: 'Site' },
  description: { kind: 'string', label: 'Description' },
  image: { kind: 'media', label: 'Lead image' },
  language: { kind: 'language', label: 'Language' },
  direction: { kind: 'string', always: true },
  tags: { kind: 'strings', label: 'Tags', always: true },
  section: { kind: 'string', label: 'Section' },
  license: { kind: 'string', label: 'Licence' },
  paywalled: { kind: 'boolean', label: 'Paywalled' },
  readingTime: { kind: 'double', label: 'Minutes to read', always: true },
  hidden: { kind: 'double', label: 'Hidden words' },
} as const satisfies Partial<Fields>;

export const FIELDS = {
  ...ABOUT,
  sources: { kind: 'json', always: true },
  text: { kind: 'string', always: true },
  markdown: { kind: 'string', always: true },
  html: { kind: 'string', always: true },
  content: { kind: 'json', always: true },
  comments: { kind: 'json', always: true },
  posts: { kind: 'json', always: true },
  items: { kind: 'json', always: true },
  product: { kind: 'json' },
  nextPage: { kind: 'link' },
  previousPage: { kind: 'link' },
  facts: { kind: 'json', always: true },
} as const satisfies Fields;

export type AboutName = keyof typeof ABOUT;
export type FieldName = keyof typeof FIELDS;
export type NamesOfKind<K extends FieldKind> = {
  [N in FieldName]: (typeof FIELDS)[N] extends { readonly kind: K } ? N : never;
}[FieldName];

export function namesIn<T extends object>(table: T): readonly (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[];
}
