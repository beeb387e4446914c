import type { CDPSession, Page, Response } from 'playwright-core';
import { RenderError } from './errors.js';
import { refusal } from './failures.js';
import type { Guard } from './guard.js';

/** Where a page has got to. */
export interface Arrivals {
  /** Fails where what is shown is no page: the browser's own words about an address, or an answer other than 2xx. */
  check(): Promise<void>;
}

/**
 * Watches where a page gets to. An address may lead on, by a script or a refresh; where it leads to an address that is
 * refused or dead, Chromium shows a page of its own, which reads like an article about network errors.
 */
export function watchArrivals(page: Page, cdp: CDPSession, guard: Guard): Arrivals {
  let last: Response | undefined;
  page.on('response', response => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) last = response;
  });
  return {
    async check() {
      const { frame } = (await cdp.send('Page.getFrameTree')).frameTree;
      if (frame.unreachableUrl !== undefined) throw notThere(frame.unreachableUrl, guard);
      // An answer that did not become the page, such as a download, says nothing about it.
      if (last !== undefined && isAt(last.url(), frame.url)) checkStatus(last, guard);
    },
  };
}

function isAt(answered: string, shown: string): boolean {
  return answered.split('#', 1)[0] === shown.split('#', 1)[0];
}

function notThere(address: string, guard: Guard): RenderError {
  const refused = refusalOf(address, guard);
  if (refused !== undefined) return refusal(address, refused);
  return new RenderError(
    'network',
    `expected a page at ${address}, but Chromium could not load it; check the address`,
  );
}

function checkStatus(response: Response, guard: Guard): void {
  if (response.status() < 400) return;
  const refused = refusalOf(response.url(), guard);
  if (refused !== undefined) throw refusal(response.url(), refused);
  throw new RenderError(
    'http-status',
    `expected status 200 from ${response.url()}, got ${response.status()}; check the address`,
  );
}

function refusalOf(address: string, guard: Guard): Error | undefined {
  return URL.canParse(address) ? guard.refused.get(new URL(address).host) : undefined;
}
