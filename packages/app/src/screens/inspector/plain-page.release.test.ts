import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../../../../render/src/testing/chromium.js';
import { type OpenedApp, openApp } from '../../testing/opened-app.js';
import { newsPage } from '../../testing/pages.js';

describe.runIf(hasChromium)('a page without its style sheets', () => {
  let app: OpenedApp;
  beforeAll(async () => {
    app = await openApp();
  });
  afterAll(() => app?.close());

  it('stays readable in the inspector, under a toolbar of one row', async () => {
    const html = newsPage()
      .replace('</head>', '<link rel="stylesheet" href="https://ebb.example/a.css"></head>')
      .replace('<main>', '<main style="background:navy;color:#000080" bgcolor="#000080">');
    const answer = await app.server.post('/v1/extract', { html, keepView: true });
    const { view } = (await answer.json()) as { view: string };
    const { page, context } = await app.open(`#/inspect?view=${view}`);
    const main = page.frameLocator('iframe').first().locator('main');
    await main.waitFor();
    const colours = await main.evaluate(own => [
      getComputedStyle(own).color,
      // Elements are transparent, so that their texts do not cover the mark of their block.
      ...[own, own.querySelector('pith-text')!].map(each => getComputedStyle(each).backgroundColor),
      getComputedStyle(document.documentElement).backgroundColor,
    ]);
    const transparent = 'rgba(0, 0, 0, 0)';
    expect(colours).toEqual(['rgb(28, 31, 35)', transparent, transparent, 'rgb(255, 255, 255)']);
    const bar = page.getByRole('toolbar', { name: 'Inspector' });
    expect((await bar.boundingBox())!.height).toBeLessThan(90);
    await page.getByLabel('Compare with').selectOption('tb');
    await page.getByRole('radio', { name: 'Probability' }).check({ force: true });
    await page.getByText('decided differently').waitFor();
    expect((await bar.boundingBox())!.height).toBeLessThan(90);
    expect(await page.locator('.block-row').count()).toBeGreaterThan(4);
    await context.close();
  });
});
