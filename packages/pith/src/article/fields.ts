import type { ContentNode } from '../content/content.js';
import type { Fact } from '../metadata/facts/fact.js';
import type { Metadata } from '../metadata/metadata.js';
import type { Item, PageType, Post, Product } from '../options.js';
import type { Quality } from '../quality/from-regions.js';
import type { NeighbourPages } from '../records/pages.js';
import type { Facts } from './facts.js';
import { readingTime } from './reading-time.js';

export interface ArticleParts {
  readonly url: string | undefined;
  readonly metadata: () => Metadata;
  readonly language: () => Fact<string> | undefined;
  readonly quality: () => Omit<Quality, 'records'>;
  /** Words of the content; in scripts without spaces each character counts as one. */
  readonly words: () => number;
  readonly sources: () => Readonly<Record<string, string>>;
  readonly content: () => readonly ContentNode[];
  readonly comments: () => readonly Post[];
  readonly posts: () => readonly Post[];
  readonly items: () => readonly Item[];
  readonly product: () => Product | undefined;
  readonly neighbours: () => NeighbourPages;
  readonly facts: () => Facts;
}

/**
 * Value types of fields: `time` is ISO 8601, `language` BCP 47, `link` and `media` are URLs, `json` is any structured
 * value.
 */
interface Values {
  readonly string: string;
  readonly time: string;
  readonly language: string;
  readonly link: string;
  readonly media: string;
  readonly strings: readonly string[];
  readonly boolean: boolean;
  readonly double: number;
  readonly json: unknown;
}
export type FieldKind = keyof Values;

type Field<K extends FieldKind = FieldKind> = K extends FieldKind
  ? { readonly kind: K; readonly label?: string } & (
      | { readonly always: true; readonly read: (parts: ArticleParts) => Values[K] }
      | { readonly always?: undefined; readonly read: (parts: ArticleParts) => Values[K] | undefined }
    )
  : never;

const said =
  <K extends keyof Metadata>(name: K) =>
  ({ metadata }: ArticleParts): NonNullable<Metadata[K]>['value'] | undefined =>
    metadata()[name]?.value;

/**
 * The metadata fields of an article, defined once. The type `Article`, JSON, table columns, the server's schema, the
 * MCP answers, the app's panel and the reference tables are all generated from this list, in this order.
 */
export const ABOUT = {
  /** The URL given by the caller or recorded with the page. */
  url: { kind: 'link', read: ({ url }) => url },
  /** The canonical URL declared by the page. */
  canonicalUrl: { kind: 'link', label: 'Address', read: said('canonicalUrl') },
  /** `article`, `forum`, `listing`, `collection`, `product`, `documentation`, `service` or `other`. */
  type: { kind: 'string', always: true, read: ({ quality }): PageType => quality().type },
  /** Probability of each type. */
  types: {
    kind: 'json',
    always: true,
    read: ({ quality }): Readonly<Partial<Record<PageType, number>>> => quality().types,
  },
  /** Why the page has no content (`error page`, `cookie wall`, `no text`, …); its type is then `other`. */
  notContent: { kind: 'string', read: ({ quality }) => quality().notContent },
  /** True if the page has little text and an empty shell that scripts fill: render it in a browser first. */
  needsRendering: { kind: 'boolean', read: ({ quality }) => quality().needsRendering },
  /** Expected quality of this extraction, 0 to 1: of pages with 0.9, nine in ten are well extracted. */
  confidence: { kind: 'double', always: true, read: ({ quality }) => quality().confidence },
  /** Title, without the name of the site. */
  title: { kind: 'string', label: 'Title', read: said('title') },
  /** Names of the authors, in page order. */
  authors: { kind: 'strings', label: 'Authors', always: true, read: parts => said('authors')(parts) ?? [] },
  /** Publication date in ISO 8601, as precise as on the page. */
  published: { kind: 'time', label: 'Published', read: said('published') },
  /** Date of the last change in ISO 8601, as precise as on the page. */
  modified: { kind: 'time', label: 'Modified', read: said('modified') },
  /** Name of the site. */
  siteName: { kind: 'string', label: 'Site', read: said('siteName') },
  /** Description from the page's metadata. */
  description: { kind: 'string', label: 'Description', read: said('description') },
  /** URL of the lead image. */
  image: { kind: 'media', label: 'Lead image', read: said('image') },
  /** BCP 47 language tag. */
  language: { kind: 'language', label: 'Language', read: ({ language }) => language()?.value },
  /** Text direction. */
  direction: {
    kind: 'string',
    always: true,
    read: (parts): 'ltr' | 'rtl' => said('direction')(parts) ?? directionOf(parts.language()?.value ?? ''),
  },
  /** Keywords. */
  tags: { kind: 'strings', label: 'Tags', always: true, read: parts => said('tags')(parts) ?? [] },
  /** Section of the site. */
  section: { kind: 'string', label: 'Section', read: said('section') },
  /** URL or name of the licence. */
  license: { kind: 'string', label: 'Licence', read: said('license') },
  /** True if the page declares that it is not free to read. */
  paywalled: { kind: 'boolean', label: 'Paywalled', read: said('paywalled') },
  /** Reading time in whole minutes, at the usual speed for the language. */
  readingTime: {
    kind: 'double',
    label: 'Minutes to read',
    always: true,
    read: ({ words, language }) => readingTime(words(), language()?.value),
  },
} as const satisfies Readonly<Record<string, Field>>;

/**
 * All other fields. Outputs write the `written` ones. Fields marked `apart` are not enumerable: they point to other
 * pages.
 */
export const HELD = {
  /** Source of each of the fields above: `title` → `json-ld`. */
  sources: { kind: 'json', always: true, read: ({ sources }): Readonly<Record<string, string>> => sources() },
  /** Plain text. */
  text: { kind: 'string', always: true, written: true },
  /** GitHub-flavoured Markdown. */
  markdown: { kind: 'string', always: true, written: true },
  /** HTML, sanitised by an allow-list. */
  html: { kind: 'string', always: true, written: true },
  /** The content tree. */
  content: { kind: 'json', always: true, read: ({ content }): readonly ContentNode[] => content() },
  /** Reader comments below an article. */
  comments: { kind: 'json', always: true, read: ({ comments }): readonly Post[] => comments() },
  /** Posts in page order, on a page of type `forum` or one whose structure or data show a discussion. */
  posts: { kind: 'json', always: true, read: ({ posts }): readonly Post[] => posts() },
  /** The entries of a `listing` or `collection`. */
  items: { kind: 'json', always: true, read: ({ items }): readonly Item[] => items() },
  /** Price and specification of a `product` page. */
  product: { kind: 'json', read: ({ product }): Product | undefined => product() },
  /** URL of the next page of the same discussion or article, where linked. */
  nextPage: { kind: 'link', apart: true, read: ({ neighbours }) => neighbours().next },
  /** URL of the previous page, where linked. */
  previousPage: { kind: 'link', apart: true, read: ({ neighbours }) => neighbours().previous },
  /** Title, authors and dates with confidences; pictures, media, feeds, other languages, neighbours in a series. */
  facts: { kind: 'json', always: true, read: ({ facts }): Facts => facts() },
} as const satisfies Readonly<Record<string, (Field & { readonly apart?: true }) | Written>>;

interface Written {
  readonly kind: 'string';
  readonly always: true;
  readonly written: true;
}

export const FIELDS = { ...ABOUT, ...HELD };
type Table = typeof FIELDS;

export type AboutName = keyof typeof ABOUT;
export type FieldName = keyof Table;
export type NamesOfKind<K extends FieldKind> = {
  [N in FieldName]: Table[N] extends { readonly kind: K } ? N : never;
}[FieldName];

export function namesIn<T extends object>(table: T): readonly (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[];
}

type Always = { [N in FieldName]: Table[N] extends { readonly always: true } ? N : never }[FieldName];
type Held<F> = F extends { readonly read: (parts: ArticleParts) => infer T } ? Exclude<T, undefined> : string;
// The type parameter below `keyof` makes editors show the comments of the table.
type Required<T, N extends keyof T> = { readonly [K in N]: Held<T[K]> };
type Optional<T, N extends keyof T> = { readonly [K in N]?: Held<T[K]> };

export type ArticleFields = Required<Table, Always> & Optional<Table, Exclude<FieldName, Always>>;

const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur', 'yi', 'ps', 'dv', 'ckb', 'sd', 'ug']);

function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(language.split('-')[0]!.toLowerCase()) ? 'rtl' : 'ltr';
}
