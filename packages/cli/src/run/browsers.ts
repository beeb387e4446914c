import { installed } from '../installed.js';
import { loadRenderer } from '../renderer.js';

/** Browsers that start when the first page needs one. */
export function lazyBrowsers() {
  let pool: ReturnType<typeof openBrowsers> | undefined;
  return {
    open() {
      pool ??= openBrowsers();
      return pool;
    },
    async close(): Promise<void> {
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
