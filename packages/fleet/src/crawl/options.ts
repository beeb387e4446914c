import type { FetchedPage } from '@webpith/fetch';
import type { PageRecord } from '@webpith/sources';
import type { ModelFile } from 'webpith';
import type { ArticleColumn, RecordHead, Row } from '../output/row.js';
import type { Format } from '../output/shard.js';
import type { FollowRule } from './links.js';

export type Scope = 'host' | 'site' | 'any';

/** Returns the row of a page; failures become a row with an error. */
export type ExtractPage = (record: PageRecord & Pick<RecordHead, 'site'>) => Promise<Row>;

export type RenderPage = (page: FetchedPage) => Promise<string>;

export interface CrawlOptions {
  /** Maximum number of links from a seed to a page; links to next pages do not count. Default: 3. */
  readonly depth?: number;
  /** Maximum number of pages to fetch, over all runs. Default: 1,000. */
  readonly pages?: number;
  readonly pagesPerHost?: number | undefined;
  readonly hosts?: number;
  readonly scope?: Scope;
  readonly follow?: FollowRule;
  /** Read sitemaps listed in robots.txt and feeds of the seeds. Default: true. */
  readonly sources?: boolean;
  /** Milliseconds between requests to a host; robots.txt may increase it. Default: 1,000. */
  readonly delay?: number;
  readonly concurrency?: number;
  readonly retries?: number;
  /** Milliseconds before the first retry, multiplied by four for each further one. Default: 5,000. */
  readonly retryDelay?: number;
  readonly timeout?: number;
  /** Bytes per page, also after decompression. Default: 20 MB. */
  readonly maxSize?: number;
  readonly allowPrivate?: boolean;
  readonly columns?: readonly ArticleColumn[];
  readonly shardRows?: number;
  readonly format?: Format;
  /** Drop text that repeats on earlier pages of the same site. Default: false. */
  readonly sites?: boolean;
  /** Replaces the default model; a resumed crawl must use the same. */
  readonly model?: ModelFile | undefined;
  readonly extract?: ExtractPage;
  /** Renders pages that need it (`needsRendering`); if it fails, the fetched page is used. */
  readonly render?: RenderPage | undefined;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: CrawlProgress) => void;
}

export interface CrawlProgress {
  readonly fetched: number;
  readonly waiting: number;
}

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
  shardRows: 1000,
  format: 'ndjson.zst',
} as const satisfies CrawlOptions;
