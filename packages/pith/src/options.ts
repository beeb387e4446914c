import type { ContentNode } from './content/content.js';
import type { SiteMemory } from './memory/site-memory.js';
import type { Model } from './scores/model.js';
import type { UrlObject } from './tree/from-dom.js';

export interface Include {
  /** The title as a heading on top. Default: off; see `title`. */
  readonly title?: boolean;
  /** Authors and date below the title. Default: off; see `authors` and `published`. */
  readonly byline?: boolean;
  /**
   * Captions of figures and tables: true keeps all within the content, false drops all. Default: Markdown and HTML have
   * the captions of figures inside the text; for plain text the model decides, and mostly drops them.
   */
  readonly captions?: boolean;
  /** Reader comments at the end. Default: off; see `comments`. */
  readonly comments?: boolean;
  /** Text that readers cannot see: hidden by an attribute, a style or a class name. Default: off; see `hidden`. */
  readonly hidden?: boolean;
  /** Links; false leaves their text. Default: on. */
  readonly links?: boolean;
  /** Images, video, audio and embeds. Default: on. */
  readonly images?: boolean;
  /** Data tables. Default: on. */
  readonly tables?: boolean;
}

/** How elements are written in Markdown. */
export interface MarkdownOptions {
  /** `alert` writes `> [!note] Title`, `quote` a quote with a bold label. Default: `alert`. */
  readonly callouts?: 'alert' | 'quote';
  /**
   * `reference` writes `[^1]` and the notes where the page has them, `inline` each note in parentheses at its first
   * reference, `none` neither. Default: `reference`.
   */
  readonly footnotes?: 'reference' | 'inline' | 'none';
  /** `alt` leaves the alternative text, `none` nothing. Default: `inline`. */
  readonly images?: 'inline' | 'alt' | 'none';
  /**
   * `reference` writes `[text][1]` with the addresses at the end, `none` the text only. Default: `inline`, which is
   * `[text](address)`.
   */
  readonly links?: 'inline' | 'reference' | 'none';
  /** `dollar` writes `$…$`, `backslash` `\\(…\\)` and `\\[…\\]`, `none` the TeX as code. Default: `dollar`. */
  readonly math?: 'dollar' | 'backslash' | 'none';
  /**
   * `llm` is for language models: no images and no HTML, links as references without tracking parameters, callouts as
   * quotes, cells without spans. The other options override it. Default: `none`.
   */
  readonly preset?: 'none' | 'llm';
  /** `aligned` pads the cells of a column to one width, `html` writes HTML. Default: `compact`. */
  readonly tables?: 'compact' | 'aligned' | 'html';
}

/** The values of each Markdown option; the first is the default. */
export const MARKDOWN_CHOICES = {
  callouts: ['alert', 'quote'],
  footnotes: ['reference', 'inline', 'none'],
  images: ['inline', 'alt', 'none'],
  links: ['inline', 'reference', 'none'],
  math: ['dollar', 'backslash', 'none'],
  preset: ['none', 'llm'],
  tables: ['compact', 'aligned', 'html'],
} as const satisfies { [K in keyof MarkdownOptions]-?: readonly MarkdownOptions[K][] };

const MARKDOWN_DEFAULTS: Required<MarkdownOptions> = {
  callouts: 'alert',
  footnotes: 'reference',
  images: 'inline',
  links: 'inline',
  math: 'dollar',
  preset: 'none',
  tables: 'compact',
};
const LLM_DEFAULTS: MarkdownOptions = { callouts: 'quote', images: 'none', links: 'reference' };

/** All options of Markdown, with the defaults of the preset. */
export function markdownSettings(given: MarkdownOptions = {}): Required<MarkdownOptions> {
  return { ...MARKDOWN_DEFAULTS, ...(given.preset === 'llm' && LLM_DEFAULTS), ...given };
}

export interface ExtractOptions {
  /** The page's absolute URL, to resolve links and as evidence. Default: links use the URL that the page declares. */
  readonly url?: string | UrlObject | undefined;
  /** Encoding from the transport (the charset of Content-Type); only for bytes. */
  readonly charset?: string | undefined;
  readonly include?: Include | undefined;
  readonly markdown?: MarkdownOptions | undefined;
  /** Favours precision (down to -1) or recall (up to 1). Default: 0. */
  readonly lean?: number | undefined;
  /** Elements to keep or drop, applied after the model. */
  readonly rules?: SiteRules | undefined;
  /** A reader's corrections of this page; they override rules. */
  readonly corrections?: Corrections | undefined;
  /** A model from `loadModel`, instead of the default one. */
  readonly model?: Model | undefined;
  /** Other pages of the same site: text that repeats on them is dropped unless it is clearly content, and cut off the title. */
  readonly site?: SiteMemory | undefined;
  /** Largest page accepted, in characters. Default: 64 million. */
  readonly maxLength?: number | undefined;
}

/** Validated options with the URL as a string. */
export type PageOptions = Omit<ExtractOptions, 'url'> & { readonly url?: string | undefined };

/** Rules for a site: simple selectors (`tag`, `.class`, `#id`, `[attribute]` and combinations, no combinators). */
export interface SiteRules {
  /** Text inside these is content. */
  readonly keep?: readonly string[];
  /** Text inside these is not content; wins over `keep`. */
  readonly drop?: readonly string[];
}

/** Blocks of one page that a reader added or removed, each by the id of one of its text nodes. */
export interface Corrections {
  readonly keep?: readonly number[];
  readonly drop?: readonly number[];
}

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

/** A reader comment or a post of a discussion. */
export interface Post {
  readonly author?: string;
  readonly authorUrl?: string;
  /** ISO 8601, as precise as the page; the text of the page if it cannot be parsed. */
  readonly published?: string;
  /** Text that `published` was computed from: "yesterday", "24 April". */
  readonly publishedText?: string;
  /** Reply depth as the page displays it; 0 for a top-level post. */
  readonly depth: number;
  /** Index in the same list of the post this one replies to. */
  readonly parent?: number;
  /** Position in the whole discussion, as numbered by the page. */
  readonly number?: number;
  /** Permalink. */
  readonly url?: string;
  /** True if the page marks it as the accepted answer. */
  readonly accepted?: boolean;
  readonly votes?: number;
  /** Quotes in it; they are part of `text` too. */
  readonly quotes?: readonly PostQuote[];
  /** The author's signature, not part of `text`. */
  readonly signature?: string;
  /** Fields that were not read from the visible page: `author` → `json-ld`. */
  readonly sources?: Readonly<Record<string, string>>;
  readonly text: string;
  readonly content: readonly ContentNode[];
}

export interface PostQuote {
  readonly author?: string;
  readonly text: string;
  /** URL of the quoted post. */
  readonly url?: string;
}

export interface Item {
  readonly title: string;
  /** Absolute if the page's URL is known. */
  readonly url?: string;
  readonly summary?: string;
  readonly image?: string;
  /** ISO 8601 if the date can be parsed, otherwise as written on the page (`2 hours ago`). */
  readonly published?: string;
  /** As written on the page. */
  readonly price?: string;
}

export interface Product {
  /** As written on the page if it is shown (`€ 19,90`), else the number from structured data. */
  readonly price?: string;
  /** ISO 4217 from structured data, else the currency sign on the page. */
  readonly currency?: string;
  readonly description?: string;
  /** Names and values of its properties in page order. */
  readonly specification: readonly (readonly [name: string, value: string])[];
}
