import type { Fleet } from '../fleet.js';
import { lazyBrowsers } from './browsers.js';

type RenderPage = NonNullable<NonNullable<Parameters<Fleet['crawl']>[2]>['render']>;

/** A browser for the pages of a crawl that need one. */
export interface CrawlBrowser {
  readonly render: RenderPage;
  close(): Promise<void>;
}

/** Browsers that start with the first page that needs one. */
export function crawlBrowser(allowPrivate: boolean, signal: AbortSignal): CrawlBrowser {
  const browsers = lazyBrowsers();
  return {
    async render({ bytes, url, charset }) {
      const source = { html: bytes, url, ...(charset === undefined ? {} : { charset }) };
      const pool = await browsers.open();
      return (await pool.render(source, { wait: 'idle', allowPrivate, signal })).html;
    },
    close: browsers.close,
  };
}
