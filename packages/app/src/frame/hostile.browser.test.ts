import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../../../render/src/testing/chromium.js';
import { type OpenedApp, openApp } from '../testing/opened-app.js';
import { hostilePage } from '../testing/pages.js';

describe.runIf(hasChromium)('a hostile page', () => {
  let app: OpenedApp;
  let beacon: Server;
  let address: string;
  const received: string[] = [];
  beforeAll(async () => {
    beacon = createServer((request, response) => {
      received.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>(resolve => beacon.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(beacon.address() as AddressInfo).port}/beacon`;
    app = await openApp({ allowPrivate: true });
  });
  afterAll(async () => {
    beacon?.close();
    await app?.close();
  });

  /** Opens a screen with the page, interacts with it, and returns the effects. */
  async function visit(hash: (view: string) => string, curious: (page: Page) => Promise<void>) {
    received.length = 0;
    const answer = await app.server.post('/v1/extract', { html: hostilePage(address), keepView: true });
    const { view } = (await answer.json()) as { view: string };
    const { page, context } = await app.open();
    await context.addCookies([{ name: 'secret', value: 'crumbs', url: app.server.address }]);
    const foreign: string[] = [];
    // Requests that the policy blocks are never sent; those that are sent get a response or fail.
    context.on('requestfinished', request => foreign.push(request.url()));
    context.on('requestfailed', request => {
      if (!/^(?:csp|net::ERR_BLOCKED_BY_CSP)$/.test(request.failure()?.errorText ?? ''))
        foreign.push(request.url());
    });
    const dialogs: string[] = [];
    page.on('dialog', dialog => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.evaluate(place => {
      location.hash = place;
    }, hash(view));
    await curious(page);
    await settled(app, page);
    const ran = await page.evaluate(() => '__ran' in window);
    const places = page.frames().map(frame => frame.url().replace(app.server.address, ''));
    const windows = context.pages().length;
    await context.close();
    const left = foreign.filter(url => !url.startsWith(app.server.address));
    return { view, ran, dialogs, foreign: left, received: [...received], places, windows };
  }

  it('has no effect in the reader', async () => {
    const result = await visit(
      view => `#/read?view=${view}`,
      async page => {
        await page.locator('.prose').waitFor();
        const inside = await page.locator('.prose').evaluate(prose => ({
          text: prose.textContent,
          faults: prose.querySelectorAll(
            'script, style, iframe, svg, form, object, embed, img, [onerror], [onload], [style]',
          ).length,
          links: [...prose.querySelectorAll('a[href]')].map(link => link.getAttribute('href')!.split(':')[0]),
        }));
        expect(inside.text).toContain('<img src=x onerror=alert(1)> is text here');
        expect(inside.faults).toBe(0);
        for (const scheme of inside.links) expect(scheme).toMatch(/^(?:https?|#article-.*)$/);
        await page.getByText('a link that runs').click();
        for (const tab of await page.getByRole('tab').all()) await tab.click();
      },
    );
    expect(result).toMatchObject({ ran: false, dialogs: [], foreign: [], received: [], windows: 1 });
    expect(result.places).toEqual([`/#/read?view=${result.view}`]);
  });

  it.each(['', '&with=tb'])('has no effect in the inspector%s', async query => {
    const result = await visit(
      view => `#/inspect?view=${view}${query}`,
      async page => {
        const frame = page.frameLocator('iframe').first();
        await frame.locator('[data-pith-mark-block]').first().waitFor();
        await frame.getByText('An honest page').first().hover();
        for (const words of ['a link that runs', 'another', 'a third', 'one that leaves'])
          await frame.getByText(words, { exact: true }).click();
        await frame.getByText('a link that runs').click({ button: 'middle' });
        await frame.getByText('a link that runs').click({ modifiers: ['Control'] });
        await frame.locator('body').press('Tab');
        await page.keyboard.press('Enter');
        await page.getByRole('tab', { name: 'Tree' }).click();
      },
    );
    expect(result).toMatchObject({ ran: false, dialogs: [], foreign: [], received: [], windows: 1 });
    const frames = query === '' ? 1 : 2;
    expect(result.places.slice(1)).toEqual(Array(frames).fill(`/frame/views/${result.view}`));
  });

  it('has no effect if its frame is opened directly', async () => {
    const answer = await app.server.post('/v1/extract', { html: hostilePage(address), keepView: true });
    const { view } = (await answer.json()) as { view: string };
    received.length = 0;
    const page = await app.newPage();
    await page.context().addCookies([{ name: 'secret', value: 'crumbs', url: app.server.address }]);
    await page.goto(`${app.server.address}/frame/views/${view}`);
    await page.getByText('a link that runs').click();
    await settled(app, page);
    expect(page.url()).toContain(`/frame/views/${view}`);
    expect(received).toEqual([]);
    await page.context().close();
  });
});

/** Waits until requests of the page have finished: a page opened later has loaded from the same server. */
async function settled({ server }: OpenedApp, page: Page): Promise<void> {
  const later = await page.context().newPage();
  await later.goto(`${server.address}/health`);
  await later.close();
}
