import type { FetchedPage } from '@webpith/fetch';
import type { PageRecord } from '@webpith/sources';
import type { ModelFile } from 'webpith';
import type { ArticleColumn, Row } from '../output/row.js';
import type { Format } from '../output/shard.js';
import type { FollowRule } from './follow.js';

/** Which hosts a crawl may go to: those of its seeds, all of their sites, or any. */
export const SCOPES = ['host', 'site', 'any'] as const;
export type Scope = (typeof SCOPES)[number];

/** Gives the row of a page; its own failure is a row with an error. */
export type ExtractPage = (record: PageRecord) => Promise<Row>;

/** Gives the HTML of a page as a browser shows it. */
export type RenderPage = (page: FetchedPage) => Promise<string>;

/** How a crawl goes; what is left out takes the default. */
export interface CrawlOptions {
  /** Steps away from a seed; next pages of the same thing are no step. Default: 3. */
  readonly depth?: number;
  /** Most pages that are fetched, over all starts. Default: 1,000. */
  readonly pages?: number;
  /** Most pages of one host. Default: as many as in all. */
  readonly pagesPerHost?: number;
  /** Most hosts. Default: 100. */
  readonly hosts?: number;
  /** Default: `host`. */
  readonly scope?: Scope;
  /** Default: `content`. */
  readonly follow?: FollowRule;
  /** Whether sitemaps that robots.txt names, and feeds that a seed names, are read. Default: yes. */
  readonly sources?: boolean;
  /** Milliseconds between two requests to a host; robots.txt may ask for more. Default: 1,000. */
  readonly delay?: number;
  /** Pages at work at once, of all hosts. Default: 8. */
  readonly concurrency?: number;
  /** How often a page is asked for again when it may go better. Default: 2. */
  readonly retries?: number;
  /** Milliseconds before the first of these; each next waits four times as long. Default: 5,000. */
  readonly retryDelay?: number;
  /** Milliseconds for one fetch. Default: 20,000. */
  readonly timeout?: number;
  /** Most bytes of a page, also after decompression. Default: 20 MB. */
  readonly maxSize?: number;
  readonly maxRedirects?: number;
  readonly allowPrivate?: boolean;
  /** Columns of the rows. Default: all but the content tree. */
  readonly columns?: readonly ArticleColumn[];
  /** Rows of a shard. Default: 1,000. */
  readonly shardRows?: number;
  /** Default: `ndjson.zst`. */
  readonly format?: Format;
  /** What decides instead of the default; a crawl that goes on must be told the same. */
  readonly model?: ModelFile;
  /** How pages are extracted. Default: in this thread. */
  readonly extract?: ExtractPage;
  /** A browser, for pages that need one (`needsRendering`); where it fails, a page is taken as it came. */
  readonly render?: RenderPage;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: CrawlProgress) => void;
}

/** How far a crawl is. */
export interface CrawlProgress {
  readonly fetched: number;
  readonly waiting: number;
}

/** The numbers of a crawl when nothing else is said. */
export const crawlDefaults = {
  depth: 3,
  pages: 1000,
  hosts: 100,
  scope: 'host',
  follow: 'content',
  sources: true,
  delay: 1000,
  concurrency: 8,
  retries: 2,
  retryDelay: 5000,
  timeout: 20_000,
  maxSize: 20_000_000,
  maxRedirects: 10,
  shardRows: 1000,
  format: 'ndjson.zst',
} as const satisfies CrawlOptions;
