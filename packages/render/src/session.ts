import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page, Request, Response } from 'playwright-core';
import { crash, hasCrashed, navigationError, RenderError, refusal } from './errors.js';
import { type Guard, openGuard } from './guard.js';
import { type RenderOptions, renderDefaults, type Wait } from './options.js';
import { type PageSource, readySource } from './source.js';

export interface OpenPage {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly guard: Guard;
  readonly settled: boolean;
  /** True if scripts are off, or without network scripts or style sheets could not be loaded. */
  readonly lacksFiles: boolean;
}

export interface SessionOptions extends RenderOptions {
  readonly onCrash?: () => void;
}

export async function withPage<T>(
  browser: Browser,
  source: PageSource,
  options: SessionOptions,
  use: (open: OpenPage) => Promise<T>,
): Promise<T> {
  const { maxBytes, network } = { ...renderDefaults, ...options };
  const { allowPrivate, rule, resolve } = options;
  const guard = await openGuard({ maxBytes, network, allowPrivate, rule, resolve });
  const cleanups: (() => Promise<unknown>)[] = [() => guard.close()];
  // A call to a browser that was killed may never end, and a listening guard would keep the program from ending.
  const closeGuard = () => void guard.close();
  browser.once('disconnected', closeGuard);
  try {
    const context = await freshContext(browser, guard, options);
    cleanups.unshift(() => context.close());
    const page = await context.newPage();
    page.on('crash', () => options.onCrash?.());
    closeDialogsAndPopups(context, page);
    const cdp = await context.newCDPSession(page);
    const navigation = watchNavigation(page, cdp, guard);
    let lacksFiles = options.javascript === false;
    page.on('requestfailed', request => {
      // Only without network: otherwise a page could hide text behind a file that fails on purpose.
      if (!network && /^(?:script|stylesheet)$/.test(request.resourceType())) lacksFiles = true;
    });
    const { address, release } = await readySource(source, cdp, network);
    cleanups.push(release);
    const settled = await navigate(page, address, guard, options);
    await navigation.check();
    const result = await use({ page, cdp, guard, settled, lacksFiles });
    // The page may have navigated to an error page of the browser meanwhile.
    await navigation.check();
    return result;
  } finally {
    for (const cleanup of cleanups) await cleanup().catch(() => {});
    browser.off('disconnected', closeGuard);
  }
}

function freshContext(browser: Browser, guard: Guard, options: RenderOptions): Promise<BrowserContext> {
  const { javascript, viewport } = { ...renderDefaults, ...options };
  return browser.newContext({
    // Without this rule Chromium bypasses the proxy for loopback addresses.
    proxy: { server: guard.address, bypass: '<-loopback>' },
    javaScriptEnabled: javascript,
    viewport,
    deviceScaleFactor: 1,
    acceptDownloads: false,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
}

/** Open dialogs would block the page. */
function closeDialogsAndPopups(context: BrowserContext, page: Page): void {
  page.on('dialog', dialog => void dialog.dismiss().catch(() => {}));
  context.on('page', other => {
    if (other !== page) void other.close().catch(() => {});
  });
}

const LOAD_STATES = {
  dom: 'domcontentloaded',
  load: 'load',
  idle: 'networkidle',
  text: 'load',
} as const satisfies Record<Wait, string>;

async function navigate(page: Page, address: string, guard: Guard, options: RenderOptions): Promise<boolean> {
  const { wait, patience, timeout } = { ...renderDefaults, ...options };
  const requests = wait === 'text' ? watchRequests(page) : undefined;
  try {
    await page.goto(address, { waitUntil: 'commit', timeout });
  } catch (cause) {
    throw navigationError(address, guard, cause);
  }
  const deadline = performance.now() + Math.min(patience, timeout);
  const waited = page.waitForLoadState(LOAD_STATES[wait], { timeout: Math.min(patience, timeout) });
  return await waited.then(
    () => (requests === undefined ? true : textSettles(page, requests, deadline)),
    error => {
      if (error instanceof Error && error.name === 'TimeoutError') return false;
      throw hasCrashed(error) ? crash(error) : error;
    },
  );
}

/** Milliseconds without a change after which a text has settled: a short text may be a page that is still empty. */
const QUIET = { short: 2_000, long: 500 };
const SHORT = 300;
const POLL = 100;

function watchRequests(page: Page): ReadonlySet<Request> {
  const pending = new Set<Request>();
  page.on('request', request => {
    if (/^(?:fetch|xhr|script)$/.test(request.resourceType())) pending.add(request);
  });
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', request => pending.delete(request));
  return pending;
}

/** Waits until scripts have stopped filling the page; false if they had not by the deadline. */
async function textSettles(page: Page, pending: ReadonlySet<Request>, deadline: number): Promise<boolean> {
  let [length, since] = [-1, 0];
  for (let now = performance.now(); now < deadline; now = performance.now()) {
    const next = await page.evaluate<number>('document.body?.innerText.length ?? 0');
    if (next !== length || pending.size > 0) [length, since] = [next, now];
    else if (now - since >= (length < SHORT ? QUIET.short : QUIET.long)) return true;
    await setTimeout(POLL);
  }
  return false;
}

interface NavigationWatch {
  check(): Promise<void>;
}

/** A script or refresh may lead to a URL that is refused or dead; Chromium then shows its own error page. */
function watchNavigation(page: Page, cdp: CDPSession, guard: Guard): NavigationWatch {
  let last: Response | undefined;
  page.on('response', response => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) last = response;
  });
  return {
    async check() {
      const { frame } = (await cdp.send('Page.getFrameTree')).frameTree;
      if (frame.unreachableUrl !== undefined) throw unreachable(frame.unreachableUrl, guard);
      // Ignore responses that did not become the page, such as downloads.
      if (last !== undefined && isSamePage(last.url(), frame.url)) checkStatus(last, guard);
    },
  };
}

function isSamePage(url: string, other: string): boolean {
  return url.split('#', 1)[0] === other.split('#', 1)[0];
}

function unreachable(address: string, guard: Guard): RenderError {
  const refused = refusalOf(address, guard);
  if (refused !== undefined) return refusal(address, refused);
  return new RenderError('network', `Chromium cannot load ${address}; check the URL`);
}

function checkStatus(response: Response, guard: Guard): void {
  if (response.status() < 400) return;
  const refused = refusalOf(response.url(), guard);
  if (refused !== undefined) throw refusal(response.url(), refused);
  throw new RenderError(
    'http-status',
    `${response.url()} returned status ${response.status()}; check the URL`,
  );
}

function refusalOf(address: string, guard: Guard): Error | undefined {
  return URL.canParse(address) ? guard.refused.get(new URL(address).host) : undefined;
}
