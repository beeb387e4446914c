import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { watchArrivals } from './arrivals.js';
import { crash, hasCrashed, unreached } from './failures.js';
import { type Guard, openGuard } from './guard.js';
import { type RenderOptions, renderDefaults, type Wait } from './options.js';
import { type PageSource, readySource } from './source.js';

/** A page that is open in a context of its own. */
export interface OpenPage {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly guard: Guard;
  /** Whether what was waited for came in time. */
  readonly settled: boolean;
}

/** How a page is opened, and whom it tells when it breaks down. */
export interface SessionOptions extends RenderOptions {
  readonly onCrash?: () => void;
}

/** Opens a page in a fresh context, uses it, and takes everything away again, whatever happens. */
export async function withPage<T>(
  browser: Browser,
  source: PageSource,
  options: SessionOptions,
  use: (open: OpenPage) => Promise<T>,
): Promise<T> {
  const { maxBytes, network } = { ...renderDefaults, ...options };
  const { allowPrivate, rule, resolve } = options;
  const guard = await openGuard({ maxBytes, network, allowPrivate, rule, resolve });
  const leavings: (() => Promise<unknown>)[] = [() => guard.close()];
  try {
    const context = await freshContext(browser, guard, options);
    leavings.unshift(() => context.close());
    const page = await context.newPage();
    page.on('crash', () => options.onCrash?.());
    refuseInterruptions(context, page);
    const cdp = await context.newCDPSession(page);
    const arrivals = watchArrivals(page, cdp, guard);
    const { address, release } = await readySource(source, cdp, network);
    leavings.push(release);
    const settled = await navigate(page, address, guard, options);
    await arrivals.check();
    const result = await use({ page, cdp, guard, settled });
    // It may have gone elsewhere meanwhile, and what was read is the browser's own page.
    await arrivals.check();
    return result;
  } finally {
    for (const leave of leavings) await leave().catch(() => {});
  }
}

function freshContext(browser: Browser, guard: Guard, options: RenderOptions): Promise<BrowserContext> {
  const { javascript, viewport } = { ...renderDefaults, ...options };
  return browser.newContext({
    // Without the bypass rule Chromium would go to loopback addresses past the proxy.
    proxy: { server: guard.address, bypass: '<-loopback>' },
    javaScriptEnabled: javascript,
    viewport,
    deviceScaleFactor: 1,
    acceptDownloads: false,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
}

/** Dialogs would halt the page, popups would be pages beside it. */
function refuseInterruptions(context: BrowserContext, page: Page): void {
  page.on('dialog', dialog => void dialog.dismiss().catch(() => {}));
  context.on('page', other => {
    if (other !== page) void other.close().catch(() => {});
  });
}

const LOAD_STATES = {
  dom: 'domcontentloaded',
  load: 'load',
  idle: 'networkidle',
} as const satisfies Record<Wait, string>;

async function navigate(page: Page, address: string, guard: Guard, options: RenderOptions): Promise<boolean> {
  const { wait, patience, timeout } = { ...renderDefaults, ...options };
  try {
    await page.goto(address, { waitUntil: 'commit', timeout });
  } catch (cause) {
    throw unreached(address, guard, cause);
  }
  const waited = page.waitForLoadState(LOAD_STATES[wait], { timeout: Math.min(patience, timeout) });
  return await waited.then(
    () => true,
    error => {
      if (error instanceof Error && error.name === 'TimeoutError') return false;
      throw hasCrashed(error) ? crash(error) : error;
    },
  );
}
