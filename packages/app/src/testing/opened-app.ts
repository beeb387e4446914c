import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { openTestBrowser } from '../../../render/src/testing/chromium.js';
import type { ServerOptions } from '../../../server/src/options.js';
import { startTestServer, type TestServer } from '../../../server/src/testing/server.js';
import { builtApp } from './built-app.js';

/** A server with the app, and a browser. */
export interface OpenedApp {
  readonly server: TestServer;
  readonly browser: Browser;
  /** Opens the app at a place such as `#/read` in a window of its own, with its own storage. */
  open(hash?: string, options?: BrowserContextOptions): Promise<AppPage>;
  close(): Promise<void>;
}

/** A window with the app, and what went wrong in it. */
export interface AppPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of scripts and of the page's policy; a test ends with none. */
  readonly errors: readonly string[];
}

/** Starts a real server with the app built from its sources, and a browser. */
export async function openApp(options: Partial<ServerOptions> = {}): Promise<OpenedApp> {
  const [app, browser] = await Promise.all([builtApp(), openTestBrowser()]);
  const server = await startTestServer({ app, ...options });
  return {
    server,
    browser,
    async open(hash = '', contextOptions = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...contextOptions });
      const page = await context.newPage();
      // Longer than anything takes on a machine that has twenty other things to do.
      page.setDefaultTimeout(180_000);
      const errors = watchErrors(page);
      await page.goto(`${server.address}/${hash}`);
      await page.locator('main').waitFor();
      return { page, context, errors };
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', error => errors.push(error.message));
  page.on('console', message => {
    // The policy of frames blocks what foreign pages ask for, as it should; those of the app itself are faults.
    if (message.type() === 'error' && !/\/frame\//.test(message.location().url)) errors.push(message.text());
  });
  return errors;
}
