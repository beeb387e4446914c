import type { ContentNode } from './content/content.js';
import type { Model } from './scores/model.js';

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
  readonly url?: string | URL;
  /** Encoding named by the transport (the charset of Content-Type); only for bytes. */
  readonly charset?: string;
  readonly include?: Include;
  /** Leans towards less and surer text (up to -1) or more (up to 1). Default: 0. */
  readonly lean?: number;
  /** Elements to force in or out, before anything else is decided. */
  readonly rules?: SiteRules;
  /** What a reader of this very page says: has the last word, over rules too. */
  readonly corrections?: Corrections;
  /** What decides instead of the default model: one that `loadModel` made. */
  readonly model?: Model;
  /** Largest page accepted, in characters. Default: 64 million. */
  readonly maxLength?: number;
}

/** The options as the stages see them: checked, and with the address as text. */
export type PageOptions = Omit<ExtractOptions, 'url'> & { readonly url?: string };

/** Site knowledge as data: simple selectors (`tag`, `.class`, `#id`, `[attribute]` and combinations, no combinators). */
export interface SiteRules {
  /** Text inside these is content. */
  readonly keep?: readonly string[];
  /** Text inside these is not; wins over `keep`. */
  readonly drop?: readonly string[];
}

/** Blocks of one page that somebody took in or out: each by the id of a text node in it. */
export interface Corrections {
  readonly keep?: readonly number[];
  /** Wins over `keep`. */
  readonly drop?: readonly number[];
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

/** A reader's comment, or a post of a discussion: one shape for both. */
export interface Post {
  readonly author?: string;
  /** Address of the author's page. */
  readonly authorUrl?: string;
  /** ISO 8601, as precise as the page gives it; as the page has it where that cannot be read ("2 hours ago"). */
  readonly published?: string;
  /** What the page shows, where `published` was worked out from it: "yesterday", "24 April". */
  readonly publishedText?: string;
  /** 0 for a first post, 1 for an answer to one, and so on, as the page sets them. */
  readonly depth: number;
  /** Place in the same list of the post that this one answers, where the page says so. */
  readonly parent?: number;
  /** Its place in the whole thread, as the page counts. */
  readonly number?: number;
  /** Its own address. */
  readonly url?: string;
  /** Whether the page says that it is the answer that solved the question. */
  readonly accepted?: boolean;
  readonly votes?: number;
  /** What it quotes of others; its text holds the quotes too. */
  readonly quotes?: readonly PostQuote[];
  /** What its author puts beneath every post; no part of its text. */
  readonly signature?: string;
  /** Which of these were not read off the page itself: `author` → `json-ld`. */
  readonly sources?: Readonly<Record<string, string>>;
  readonly text: string;
  readonly content: readonly ContentNode[];
}

/** What a post quotes. */
export interface PostQuote {
  /** Who is quoted, where the page says so. */
  readonly author?: string;
  readonly text: string;
  /** Address of what is quoted. */
  readonly url?: string;
}

/** An entry of a listing or collection. */
export interface Item {
  readonly title: string;
  /** Absolute when the page's address is known. */
  readonly url?: string;
  readonly summary?: string;
  readonly image?: string;
  /** ISO 8601 where it can be read, else as the page has it. */
  readonly published?: string;
  /** As the page writes it. */
  readonly price?: string;
}

/** What a product page says about its product. */
export interface Product {
  /** As the page writes it where it shows one (`€ 19,90`), else the number of its structured data. */
  readonly price?: string;
  /** ISO 4217 where the page's data say it, else the sign that the page writes. */
  readonly currency?: string;
  readonly description?: string;
  /** Names and values of its properties in the order of the page. */
  readonly specification: readonly (readonly [name: string, value: string])[];
}
