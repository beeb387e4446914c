import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { openTestBrowser } from '../../packages/render/src/testing/chromium.js';

/** Files of a local site by path. */
export type Site = Readonly<Record<string, { readonly type: string; readonly body: string | Uint8Array }>>;

/** Opens a page of a site in Chromium and passes it to a function; returns the result and logged errors. */
export async function inChromium<T>(
  site: Site,
  path: string,
  task: (page: Page) => Promise<T>,
): Promise<{ result: T; errors: string[] }> {
  const server = createServer((request, response) => {
    const file = site[new URL(request.url ?? '/', 'http://localhost').pathname];
    if (file === undefined) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': file.type }).end(file.body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const browser = await openTestBrowser();
  const errors: string[] = [];
  try {
    const page = await browser.newPage();
    page.on('pageerror', error => errors.push(error.message));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    return { result: await task(page), errors };
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}
