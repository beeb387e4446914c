import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../../../../render/src/testing/chromium.js';
import { type OpenedApp, openApp } from '../../testing/opened-app.js';
import { newsPage } from '../../testing/pages.js';

/** Privacy: nothing is loaded from other servers unless the reader requests it. */
describe.runIf(hasChromium)('requests of the reader', () => {
  let app: OpenedApp;
  let site: Server;
  let address: string;
  const requests: string[] = [];
  beforeAll(async () => {
    app = await openApp({ allowPrivate: true });
    site = createServer((request, response) => {
      requests.push(request.url!);
      response.setHeader('content-type', request.url === '/style.css' ? 'text/css' : 'image/svg+xml');
      response.end(
        request.url === '/style.css'
          ? 'p { color: rgb(1, 2, 3) }'
          : '<svg xmlns="http://www.w3.org/2000/svg"/>',
      );
    });
    await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    site?.close();
    await app?.close();
  });

  /** An uploaded page whose styles and media are on another server. */
  const page = () =>
    newsPage()
      .replace('</head>', `<link rel="stylesheet" href="${address}/style.css"></head>`)
      .replace(
        '<p>Paragraph 2',
        `<figure><img src="${address}/boat.svg" width="400" height="300" alt="A boat"></figure><video src="${address}/film.mp4" width="400" height="300"></video><p>Paragraph 2`,
      );

  async function read(): Promise<Page> {
    const opened = await app.open('#/read');
    await opened.page.getByLabel('Address or HTML of a page').fill(page());
    await opened.page.getByRole('button', { name: 'Read', exact: true }).click();
    await opened.page.locator('.prose').waitFor();
    return opened.page;
  }

  it('load nothing remote for the clean view, and for the original style only on request', async () => {
    expect(page()).toContain('boat.svg');
    const opened = await read();
    expect(requests).toEqual([]);
    await opened.getByRole('radio', { name: 'Original style' }).check({ force: true });
    const frame = opened.frameLocator('.rich-frame');
    await opened.getByText('Styles and images come from the servers of the page').waitFor();
    await expect.poll(() => requests, { timeout: 30_000 }).toContain('/style.css');
    await expect.poll(() => requests, { timeout: 30_000 }).toContain('/boat.svg');
    await frame.locator('img[alt="A boat"]').waitFor();
    await opened.context().close();
  });
});
