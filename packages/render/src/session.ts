import type { Browser, BrowserContext, CDPSession, Page, Response } from 'playwright-core';
import { RenderError } from './errors.js';
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

/** Opens a page in a fresh context, uses it, and takes everything away again, whatever happens. */
export async function withPage<T>(
  browser: Browser,
  source: PageSource,
  options: RenderOptions,
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
    refuseInterruptions(context, page);
    const cdp = await context.newCDPSession(page);
    const { address, release } = await readySource(source, cdp, network);
    leavings.push(release);
    const settled = await navigate(page, address, guard, options);
    return await use({ page, cdp, guard, settled });
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
  let response: Response | null;
  try {
    response = await page.goto(address, { waitUntil: 'commit', timeout });
  } catch (cause) {
    throw unreached(address, guard, cause);
  }
  checkStatus(response, guard);
  const waited = page.waitForLoadState(LOAD_STATES[wait], { timeout: Math.min(patience, timeout) });
  return await waited.then(
    () => true,
    error => {
      if (error instanceof Error && error.name === 'TimeoutError') return false;
      throw error;
    },
  );
}

function checkStatus(response: Response | null, guard: Guard): void {
  if (response === null || response.status() < 400) return;
  const refused = guard.refused.get(new URL(response.url()).host);
  if (refused !== undefined) throw refusal(refused);
  throw new RenderError(
    'http-status',
    `expected status 200 from ${response.url()}, got ${response.status()}; check the address`,
  );
}

function unreached(address: string, guard: Guard, cause: unknown): RenderError {
  const [refused] = guard.refused.values();
  if (refused !== undefined) return refusal(refused);
  const said = cause instanceof Error ? cause.message.split('\n', 1)[0]! : String(cause);
  if (/TimeoutError|Timeout \d/.test(said)) {
    return new RenderError('timeout', `expected ${address} to answer in time; raise it with --timeout`, {
      cause,
    });
  }
  if (said.includes('ERR_HTTP_RESPONSE_CODE_FAILURE')) {
    const message = `expected a page at ${address}, got an error status and no text; check the address`;
    return new RenderError('http-status', message, { cause });
  }
  if (said.includes('Download is starting')) {
    return new RenderError('bad-page', `expected a page at ${address}, got a download; fetch it as a file`, {
      cause,
    });
  }
  const message = `expected a page at ${address}, but Chromium said ${said}; check the address`;
  return new RenderError('network', message, { cause });
}

function refusal(cause: Error): RenderError {
  const code = (cause as { code?: unknown }).code;
  return new RenderError(code === 'blocked-address' ? code : 'network', cause.message, { cause });
}
