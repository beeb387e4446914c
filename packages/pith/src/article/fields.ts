import type { ContentNode } from '../content/content.js';
import type { Fact } from '../metadata/facts/fact.js';
import type { Metadata } from '../metadata/metadata.js';
import type { Item, PageType, Post, Product } from '../options.js';
import type { Quality } from '../quality/from-regions.js';
import type { NeighbourPages } from '../records/pages.js';
import type { Facts } from './facts.js';
import { readingTime } from './reading-time.js';

/** What the fields of an article are read from; all of it is made when it is first asked for. */
export interface ArticleParts {
  readonly url: string | undefined;
  readonly metadata: () => Metadata;
  /** Of page and text together. */
  readonly language: () => Fact<string> | undefined;
  readonly quality: () => Omit<Quality, 'records'>;
  /** Words of the content; a character of a script without spaces is one. */
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

/** What a field may hold: `time` is ISO 8601, `language` BCP 47, `link` and `media` are addresses, `json` all that has a structure. */
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

/** How a field is read, what it holds, and what it is called where people read it. One that is not `always` there may be absent. */
type Field<K extends FieldKind = FieldKind> = K extends FieldKind
  ? { readonly kind: K; readonly label?: string } & (
      | { readonly always: true; readonly read: (parts: ArticleParts) => Values[K] }
      | { readonly always?: undefined; readonly read: (parts: ArticleParts) => Values[K] | undefined }
    )
  : never;

/** Reads what the page says of itself. */
const said =
  <K extends keyof Metadata>(name: K) =>
  ({ metadata }: ArticleParts): NonNullable<Metadata[K]>['value'] | undefined =>
    metadata()[name]?.value;

/**
 * What is known about an article: the one list of these fields. The type `Article`, JSON, the columns of rows, the server's
 * schema, the answer to an assistant, the app's panel and the tables of the reference are all made from it, in this order.
 */
export const ABOUT = {
  /** The address that was given, or that the page came with. */
  url: { kind: 'link', read: ({ url }) => url },
  /** The address that the page calls its own. */
  canonicalUrl: { kind: 'link', label: 'Address', read: said('canonicalUrl') },
  /** `article`, `forum`, `listing`, `collection`, `product`, `documentation`, `service` or `other`. */
  type: { kind: 'string', always: true, read: ({ quality }): PageType => quality().type },
  /** Probability of each type. */
  types: {
    kind: 'json',
    always: true,
    read: ({ quality }): Readonly<Partial<Record<PageType, number>>> => quality().types,
  },
  /** Why the page is none to read (`error page`, `cookie wall`, `no text`, …); its type is `other` then. */
  notContent: { kind: 'string', read: ({ quality }) => quality().notContent },
  /** True where the page holds little text and a shell that its scripts fill: draw it in a browser first. */
  needsRendering: { kind: 'boolean', read: ({ quality }) => quality().needsRendering },
  /** How good this extraction is likely to be, 0 to 1: of pages said to be 0.9, nine in ten are well extracted. */
  confidence: { kind: 'double', always: true, read: ({ quality }) => quality().confidence },
  /** Without the name of the site. */
  title: { kind: 'string', label: 'Title', read: said('title') },
  /** Names in the order of the page. */
  authors: { kind: 'strings', label: 'Authors', always: true, read: parts => said('authors')(parts) ?? [] },
  /** ISO 8601, as precise as the page gives it. */
  published: { kind: 'time', label: 'Published', read: said('published') },
  /** ISO 8601, as precise as the page gives it. */
  modified: { kind: 'time', label: 'Modified', read: said('modified') },
  /** Name of the site. */
  siteName: { kind: 'string', label: 'Site', read: said('siteName') },
  /** What the page says it is about. */
  description: { kind: 'string', label: 'Description', read: said('description') },
  /** The lead image. */
  image: { kind: 'media', label: 'Lead image', read: said('image') },
  /** BCP 47. */
  language: { kind: 'language', label: 'Language', read: ({ language }) => language()?.value },
  /** From left to right or from right to left. */
  direction: {
    kind: 'string',
    always: true,
    read: (parts): 'ltr' | 'rtl' => said('direction')(parts) ?? directionOf(parts.language()?.value ?? ''),
  },
  /** Keywords. */
  tags: { kind: 'strings', label: 'Tags', always: true, read: parts => said('tags')(parts) ?? [] },
  /** The part of the site that it belongs to. */
  section: { kind: 'string', label: 'Section', read: said('section') },
  /** Address or name of the licence. */
  license: { kind: 'string', label: 'Licence', read: said('license') },
  /** Whether the page says that it is not free to read. */
  paywalled: { kind: 'boolean', label: 'Paywalled', read: said('paywalled') },
  /** Whole minutes that it takes to read the text, by its language. */
  readingTime: {
    kind: 'double',
    label: 'Minutes to read',
    always: true,
    read: ({ words, language }) => readingTime(words(), language()?.value),
  },
} as const satisfies Readonly<Record<string, Field>>;

/**
 * What an article holds besides. The texts are written by the outputs; what stands `apart` says where to go on, not what is here,
 * and so is not enumerable.
 */
export const HELD = {
  /** Where each of the fields above was found: `title` → `json-ld`. */
  sources: { kind: 'json', always: true, read: ({ sources }): Readonly<Record<string, string>> => sources() },
  /** Plain text. */
  text: { kind: 'string', always: true, written: true },
  /** GitHub-flavoured. */
  markdown: { kind: 'string', always: true, written: true },
  /** Sanitised by an allow-list. */
  html: { kind: 'string', always: true, written: true },
  /** The content tree. */
  content: { kind: 'json', always: true, read: ({ content }): readonly ContentNode[] => content() },
  /** Reader comments beneath an article. */
  comments: { kind: 'json', always: true, read: ({ comments }): readonly Post[] => comments() },
  /** The posts of a page of type `forum`, or of one whose records or data say that it is a thread, in order. */
  posts: { kind: 'json', always: true, read: ({ posts }): readonly Post[] => posts() },
  /** The entries of a `listing` or `collection`. */
  items: { kind: 'json', always: true, read: ({ items }): readonly Item[] => items() },
  /** Price and specification of a `product` page. */
  product: { kind: 'json', read: ({ product }): Product | undefined => product() },
  /** Address of the page of the same thread or article behind this one, where it links to it. */
  nextPage: { kind: 'link', apart: true, read: ({ neighbours }) => neighbours().next },
  /** Address of the one before. */
  previousPage: { kind: 'link', apart: true, read: ({ neighbours }) => neighbours().previous },
  /** Title, authors and dates with how sure each is, pictures, media, feeds, other languages, neighbours in a series. */
  facts: { kind: 'json', always: true, read: ({ facts }): Facts => facts() },
} as const satisfies Readonly<Record<string, (Field & { readonly apart?: true }) | Written>>;

interface Written {
  readonly kind: 'string';
  readonly always: true;
  readonly written: true;
}

/** All fields of an article. */
export const FIELDS = { ...ABOUT, ...HELD };
type Table = typeof FIELDS;

/** Name of a field that says something about an article. */
export type AboutName = keyof typeof ABOUT;
/** Name of a field. */
export type FieldName = keyof Table;
/** Names of the fields of one kind. */
export type NamesOfKind<K extends FieldKind> = {
  [N in FieldName]: Table[N] extends { readonly kind: K } ? N : never;
}[FieldName];

/** The names of a table's fields, in order. */
export function namesIn<T extends object>(table: T): readonly (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[];
}

type Always = { [N in FieldName]: Table[N] extends { readonly always: true } ? N : never }[FieldName];
type Held<F> = F extends { readonly read: (parts: ArticleParts) => infer T } ? Exclude<T, undefined> : string;
// A parameter below `keyof` keeps the comments of the table for editors to show.
type Required<T, N extends keyof T> = { readonly [K in N]: Held<T[K]> };
type Optional<T, N extends keyof T> = { readonly [K in N]?: Held<T[K]> };

/** The fields of an article, as types. */
export type ArticleFields = Required<Table, Always> & Optional<Table, Exclude<FieldName, Always>>;

/** Languages written from right to left. */
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur', 'yi', 'ps', 'dv', 'ckb', 'sd', 'ug']);

function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(language.split('-')[0]!.toLowerCase()) ? 'rtl' : 'ltr';
}
