import type { PageTree } from 'webpith/stages';
import type { Page } from '../lab.js';
import { lazyBrowsers } from './browsers.js';

/** Draws pages of corpora for methods that look at them. */
export interface JobRenderer {
  render(page: Page, styles?: readonly string[]): Promise<PageTree>;
  close(): Promise<void>;
}

/** Browsers that start with the first page: scripts and network are off, so that a page is drawn the same every time. */
export function jobRenderer(): JobRenderer {
  const browsers = lazyBrowsers();
  return {
    async render({ html, url }, styles) {
      const source = url !== undefined && /^https?:/i.test(url) ? { html, url } : { html };
      const pool = await browsers.open();
      const { tree } = await pool.render(source, {
        network: false,
        javascript: false,
        ...(styles && { styles }),
      });
      return tree;
    },
    close: browsers.close,
  };
}
