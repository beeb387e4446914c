/** Where a value of the metadata was found. */
const METADATA_SOURCES = [
  'json-ld',
  'open-graph',
  'twitter',
  'dublin-core',
  'meta',
  'microdata',
  'rdfa',
  'link',
  'title-element',
  'heading',
  'time',
  'rel-author',
  'rel-license',
  'byline',
  'date-line',
  'url',
  'script',
  'html-lang',
  'html-dir',
  'language',
  'text',
] as const;
export type MetadataSource = (typeof METADATA_SOURCES)[number];

/** A value and where it was found. */
export interface Sourced<T> {
  readonly value: T;
  readonly source: MetadataSource;
  /** Probability that it is right, 0 to 1, where a ranker chose it. */
  readonly confidence?: number;
}

/** What a page says about itself; a field that the page does not give, or gives only absurdly, is absent. */
export interface Metadata {
  /** Title without the name of the site. */
  readonly title?: Sourced<string>;
  /** Names of the authors in the order of the page; never empty. */
  readonly authors?: Sourced<readonly string[]>;
  /** ISO 8601, as precise as the page gives it: day, local time where there is one, zone as written; or a month alone. */
  readonly published?: Sourced<string>;
  readonly modified?: Sourced<string>;
  readonly siteName?: Sourced<string>;
  readonly description?: Sourced<string>;
  /** The lead image; absolute when the address of the page is known. */
  readonly image?: Sourced<string>;
  readonly canonicalUrl?: Sourced<string>;
  /** BCP 47 tag as the page gives it, in canonical letter case. */
  readonly language?: Sourced<string>;
  readonly direction?: Sourced<'ltr' | 'rtl'>;
  readonly tags?: Sourced<readonly string[]>;
  readonly section?: Sourced<string>;
  /** Address or name of the licence. */
  readonly license?: Sourced<string>;
  /** Whether the page says that it is not free to read. */
  readonly paywalled?: Sourced<boolean>;
}

/** What a page declares to be, for those who read its text. */
export interface Declarations {
  /** `og:type`. */
  readonly ogType?: string | undefined;
  /** Types of schema.org that the page names, without the address: `NewsArticle`, `Product`. */
  readonly schemaTypes: readonly string[];
  /** The text of the article as structured data give it. */
  readonly articleBody?: string | undefined;
}

/** What is known about a page besides its HTML. */
export interface MetadataOptions {
  /** Address the page was fetched from: resolves relative links, and is a source itself. */
  readonly url?: string;
}
