import type { PageTree } from 'webpith/internals';
import type { Page } from '../lab.js';

/** Draws pages of corpora for methods that look at them. */
export interface JobRenderer {
  render(page: Page, styles?: readonly string[]): Promise<PageTree>;
  close(): Promise<void>;
}

/** Browsers that start with the first page: scripts and network are off, so that a page is drawn the same every time. */
export function jobRenderer(): JobRenderer {
  let pool: ReturnType<typeof openBrowsers> | undefined;
  return {
    async render({ html, url }, styles) {
      pool ??= openBrowsers();
      const source = url !== undefined && /^https?:/i.test(url) ? { html, url } : { html };
      const { tree } = await (await pool).render(source, {
        network: false,
        javascript: false,
        ...(styles && { styles }),
      });
      return tree;
    },
    async close() {
      if (pool) await (await pool).close();
    },
  };
}

async function openBrowsers() {
  const { openPool } = await import('@webpith/render');
  return openPool();
}
