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

export interface Sourced<T> {
  readonly value: T;
  readonly source: MetadataSource;
  /** Probability that the value is correct, 0 to 1; only of values that a ranker chose. */
  readonly confidence?: number;
}

/** Metadata of a page; missing or implausible fields are absent. */
export interface Metadata {
  /** Title without the name of the site. */
  readonly title?: Sourced<string>;
  /** Names of the authors in page order; never empty. */
  readonly authors?: Sourced<readonly string[]>;
  /** ISO 8601, as precise as on the page: a day, with time and zone if given, or a month. */
  readonly published?: Sourced<string>;
  readonly modified?: Sourced<string>;
  readonly siteName?: Sourced<string>;
  readonly description?: Sourced<string>;
  /** URL of the lead image; absolute if the URL of the page is known. */
  readonly image?: Sourced<string>;
  readonly canonicalUrl?: Sourced<string>;
  /** BCP 47 tag in canonical letter case. */
  readonly language?: Sourced<string>;
  readonly direction?: Sourced<'ltr' | 'rtl'>;
  readonly tags?: Sourced<readonly string[]>;
  readonly section?: Sourced<string>;
  /** URL or name of the licence. */
  readonly license?: Sourced<string>;
  /** True if the page declares that it is not free to read. */
  readonly paywalled?: Sourced<boolean>;
}

export interface Declarations {
  readonly ogType?: string | undefined;
  /** The software that generated the page, from its `generator` tags. */
  readonly generator?: string | undefined;
  /** schema.org types without the URL prefix: `NewsArticle`, `Product`. */
  readonly schemaTypes: readonly string[];
  readonly articleBody?: string | undefined;
}

/** Drops the properties that are undefined. */
export function given<T extends object>(fields: { readonly [K in keyof T]?: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

export interface MetadataOptions {
  /** URL the page was fetched from: resolves relative links, and is a source itself. */
  readonly url?: string | undefined;
}
