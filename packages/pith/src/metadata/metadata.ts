export type MetadataSource =
  | 'json-ld'
  | 'open-graph'
  | 'twitter'
  | 'dublin-core'
  | 'meta'
  | 'microdata'
  | 'rdfa'
  | 'link'
  | 'title-element'
  | 'heading'
  | 'time'
  | 'rel-author'
  | 'rel-license'
  | 'byline'
  | 'date-line'
  | 'url'
  | 'script'
  | 'html-lang'
  | 'html-dir'
  | 'language'
  | 'text';

export interface Sourced<T> {
  readonly value: T;
  readonly source: MetadataSource;
}

export interface Fact<T> extends Sourced<T> {
  /** Probability that it is correct, 0 to 1. */
  readonly confidence: number;
}

export interface FactCandidate {
  readonly value: string;
  /** For example `json-ld published` or `line near the title`. */
  readonly places: readonly string[];
  /** Indices in `explain()` of the blocks that show the value; empty if only metadata contains it. */
  readonly blocks: readonly number[];
  /** Log-odds from the ranker; only of ranked fields. */
  readonly score?: number | undefined;
  readonly chosen: boolean;
}

export interface Ranked<T> {
  readonly fact: Fact<T> | undefined;
  readonly candidates: readonly FactCandidate[];
}

export interface Author {
  readonly name: string;
  readonly kind: 'person' | 'organisation';
  /** The author's page and portrait, if this page gives them. */
  readonly url?: string | undefined;
  readonly image?: string | undefined;
}

/** Metadata of a page; missing or implausible fields are absent. */
export interface Metadata {
  /** Title without the name of the site. */
  readonly title?: Sourced<string> | undefined;
  /** Names of the authors in page order; never empty. */
  readonly authors?: Sourced<readonly string[]> | undefined;
  /** ISO 8601, as precise as on the page: a day, with time and zone if given, or a month. */
  readonly published?: Sourced<string> | undefined;
  readonly modified?: Sourced<string> | undefined;
  readonly siteName?: Sourced<string> | undefined;
  readonly description?: Sourced<string> | undefined;
  /** URL of the lead image; absolute if the URL of the page is known. */
  readonly image?: Sourced<string> | undefined;
  readonly canonicalUrl?: Sourced<string> | undefined;
  /** BCP 47 tag in canonical letter case. */
  readonly language?: Sourced<string> | undefined;
  readonly direction?: Sourced<'ltr' | 'rtl'> | undefined;
  readonly tags?: Sourced<readonly string[]> | undefined;
  readonly section?: Sourced<string> | undefined;
  /** URL or name of the licence. */
  readonly license?: Sourced<string> | undefined;
  /** True if the page declares that it is not free to read. */
  readonly paywalled?: Sourced<boolean> | undefined;
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
