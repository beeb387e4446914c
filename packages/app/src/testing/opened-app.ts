import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { sharedBrowser } from '../../../render/src/testing/chromium.js';
import type { ServerOptions } from '../../../server/src/options.js';
import { startTestServer, type TestServer } from '../../../server/src/testing/server.js';
import { buildApp } from './build-app.js';

/** Timeout in milliseconds of one step in the browser: long enough for a busy machine, short enough to show a hang. */
const STEP_TIMEOUT = 60_000;

/** A server with the app, and the browser of this worker. */
export interface OpenedApp {
  readonly server: TestServer;
  /** Opens the app at a location such as `#/read` in a new context with its own storage. */
  open(hash?: string, options?: BrowserContextOptions): Promise<AppPage>;
  /** Opens an empty page in a new context. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** Stops the server and closes all contexts. */
  close(): Promise<void>;
}

/** A window with the app. */
export interface AppPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Script errors and violations of the content security policy. */
  readonly errors: readonly string[];
}

/** Folder of the built app: the one that the set-up of the test run built, or a new build outside a test run. */
export async function builtApp(): Promise<string> {
  return process.env.PITH_BUILT_APP ?? (await buildApp());
}

/** Starts a real server with the app built from its sources. */
export async function openApp(options: Partial<ServerOptions> = {}): Promise<OpenedApp> {
  const server = await startTestServer({ app: await builtApp(), ...options });
  const windows = await openWindows();
  return {
    server,
    newPage: windows.newPage,
    async open(hash = '', contextOptions = {}) {
      const page = await windows.newPage({ viewport: { width: 1280, height: 800 }, ...contextOptions });
      const errors = watchErrors(page);
      await page.goto(`${server.address}/${hash}`);
      await page.locator('main').waitFor();
      return { page, context: page.context(), errors };
    },
    async close() {
      await windows.close();
      await server.close();
    },
  };
}

/** Windows in the shared browser, each in its own context, that are closed together. */
export interface Windows {
  readonly browser: Browser;
  newPage(options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

export async function openWindows(): Promise<Windows> {
  const browser = await sharedBrowser();
  const contexts: BrowserContext[] = [];
  return {
    browser,
    async newPage(options = {}) {
      const context = await browser.newContext(options);
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(STEP_TIMEOUT);
      return page;
    },
    async close() {
      await Promise.all(contexts.map(context => context.close()));
    },
  };
}

function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', error => errors.push(error.message));
  page.on('console', message => {
    // The policy of frames blocks requests of foreign pages as intended; blocked requests of the app itself are faults.
    if (message.type() === 'error' && !/\/frame\//.test(message.location().url)) errors.push(message.text());
  });
  return errors;
}

/** Waits until nothing has been loading for a moment, then closes the messages, which would cover the content. */
export async function settled(page: Page): Promise<void> {
  const loading = page.locator('.still-waiting p, .waiting');
  for (let calm = 0; calm < 4; calm++) {
    await page.waitForTimeout(250);
    if ((await loading.count()) > 0) calm = 0;
  }
  for (const close of await page.getByRole('button', { name: 'Close message' }).all())
    await close.click({ force: true }).catch(() => undefined);
}
