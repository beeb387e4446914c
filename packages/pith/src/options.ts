import type { ContentNode } from './content/content.js';

/** Parts of a page that are in the outputs or left out. */
export interface Include {
  /** The title as a heading on top. Default: off, `title` holds it. */
  readonly title?: boolean;
  /** Authors and date beneath the title. Default: off, `authors` and `published` hold them. */
  readonly byline?: boolean;
  /** Captions of figures and tables: all amid the content, or none. Default: as the model decides, mostly none. */
  readonly captions?: boolean;
  /** Readers' comments at the end. Default: off, `comments` holds them. */
  readonly comments?: boolean;
  /** Links as links; off leaves their text. Default: on. */
  readonly links?: boolean;
  /** Images, video, audio and embeds. Default: on. */
  readonly images?: boolean;
  /** Data tables. Default: on. */
  readonly tables?: boolean;
}

/** What a caller may say about a page and about the result wanted. */
export interface ExtractOptions {
  /** The page's address: makes links absolute and is evidence about the page. */
  readonly url?: string;
  /** Encoding named by the transport (the charset of Content-Type); only for bytes. */
  readonly charset?: string;
  readonly include?: Include;
  /** Leans towards less and surer text (up to -1) or more (up to 1). Default: 0. */
  readonly lean?: number;
  /** Elements to force in or out, before anything else is decided. */
  readonly rules?: SiteRules;
  /** Largest page accepted, in characters. Default: 64 million. */
  readonly maxLength?: number;
}

/** Site knowledge as data: simple selectors (`tag`, `.class`, `#id`, `[attribute]` and combinations, no combinators). */
export interface SiteRules {
  /** Text inside these is content. */
  readonly keep?: readonly string[];
  /** Text inside these is not; wins over `keep`. */
  readonly drop?: readonly string[];
}

/** Kinds of page. */
export const PAGE_TYPES = [
  'article',
  'forum',
  'listing',
  'collection',
  'product',
  'documentation',
  'service',
  'other',
] as const;
export type PageType = (typeof PAGE_TYPES)[number];

/** A reader's comment, or a post of a discussion. */
export interface Post {
  readonly author?: string;
  /** ISO 8601 where the page gives a date that can be read, else as the page has it. */
  readonly published?: string;
  /** 0 for a first post, 1 for an answer to one, and so on. */
  readonly depth: number;
  /** Whether the page says that it is the answer that solved the question. */
  readonly accepted?: boolean;
  readonly text: string;
  readonly content: readonly ContentNode[];
}

/** An entry of a listing or collection. */
export interface Item {
  readonly title: string;
  readonly url?: string;
  readonly summary?: string;
  readonly image?: string;
  readonly published?: string;
  readonly price?: string;
}

/** What a product page says about its product. */
export interface Product {
  /** As the page writes it. */
  readonly price?: string;
  /** ISO 4217 where the page's data say it, else the sign that the page writes. */
  readonly currency?: string;
  readonly description?: string;
  /** Names and values of its properties in the order of the page. */
  readonly specification: readonly (readonly [name: string, value: string])[];
}
