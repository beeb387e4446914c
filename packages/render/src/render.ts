import type { RenderedPage } from './capture.js';
import type { RenderOptions } from './options.js';
import { openPool, type PoolOptions } from './pool.js';
import type { PageSource } from './source.js';

/** Renders one page in a browser that starts for it and ends with it; for more than a few, `openPool` is faster. */
export async function renderPage(
  source: PageSource,
  options: RenderOptions & Pick<PoolOptions, 'executable'> = {},
): Promise<RenderedPage> {
  const { executable, ...rest } = options;
  const pool = openPool({ pages: 1, ...(executable === undefined ? {} : { executable }) });
  try {
    return await pool.render(source, rest);
  } finally {
    await pool.close();
  }
}
