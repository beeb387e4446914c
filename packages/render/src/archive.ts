import type { RenderOptions } from './options.js';
import type { RenderPool } from './pool.js';
import type { PageSource } from './source.js';

/** A page kept whole. */
export interface ArchivedPage {
  /** Where it was found in the end. */
  readonly url: string;
  /** One file: HTML after scripts, styles, images and iframes. A browser opens it, `{ mhtml }` renders it again. */
  readonly mhtml: Uint8Array;
  /** Whether what was waited for came in time. */
  readonly settled: boolean;
}

/** Keeps a page whole, as MHTML; it reopens without the network, with the same boxes. */
export function archivePage(
  pool: RenderPool,
  source: PageSource,
  options: RenderOptions = {},
): Promise<ArchivedPage> {
  return pool.use(source, options, async ({ page, cdp, settled }) => {
    const { data } = await cdp.send('Page.captureSnapshot', { format: 'mhtml' });
    return { url: page.url(), mhtml: Buffer.from(data), settled };
  });
}
