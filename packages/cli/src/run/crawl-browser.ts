import type { Fleet } from '../fleet.js';
import { installed } from '../installed.js';
import { loadRenderer } from '../renderer.js';

type RenderPage = NonNullable<NonNullable<Parameters<Fleet['crawl']>[2]>['render']>;

/** A browser for the pages of a crawl that need one. */
export interface CrawlBrowser {
  readonly render: RenderPage;
  close(): Promise<void>;
}

/** Browsers that start with the first page that needs one. */
export function crawlBrowser(allowPrivate: boolean, signal: AbortSignal): CrawlBrowser {
  let pool: ReturnType<typeof openBrowsers> | undefined;
  return {
    async render({ bytes, url, charset }) {
      pool ??= openBrowsers();
      const source = { html: bytes, url, ...(charset === undefined ? {} : { charset }) };
      return (await (await pool).render(source, { wait: 'idle', allowPrivate, signal })).html;
    },
    async close() {
      // A browser that could not be started has said so with its page.
      await pool?.then(
        opened => opened.close(),
        () => {},
      );
    },
  };
}

async function openBrowsers() {
  const { openPool } = await installed('@webpith/render', loadRenderer);
  return openPool();
}
