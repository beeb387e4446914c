import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../../../../render/src/testing/chromium.js';
import {
  addCorpus,
  NEWS_PAGE,
  OTHER_PAGE,
  openLabelling,
  press,
  selectedNode,
} from '../../testing/annotation.js';
import { type OpenedApp, openApp } from '../../testing/opened-app.js';

describe.runIf(hasChromium)('the steps of the annotator', () => {
  let app: OpenedApp;
  beforeAll(async () => {
    app = await openApp();
  });
  afterAll(() => app?.close());

  it('skip icons, select whole paragraphs, return to doubtful labels, and are counted at once', async () => {
    const icons = NEWS_PAGE.replaceAll('<a href', '<svg width=9 height=9><path d="M0 0h9"/></svg><a href');
    const [id] = await addCorpus(app, { name: 'icons' }, [icons, OTHER_PAGE]);
    const { page, context } = await openLabelling(app, 'icons', id!);
    await page.getByRole('button', { name: /^Accept all \d+/ }).waitFor();
    const selected = page.frameLocator('iframe').locator('[data-pith-mark-selected]');
    for (let i = 0; i < 4; i++) {
      await press(page, 'X');
      expect(await selected.innerText()).toMatch(/\w/);
    }
    await press(page, 'C');
    expect(await selected.evaluate(own => own.localName)).toMatch(/^(?:p|h1|h2|li|figcaption|div)$/);
    await press(page, 'A', 'Q');
    const doubtful = await selectedNode(page);
    await press(page, 'Q');
    expect(await selectedNode(page)).not.toBe(doubtful);
    await press(page, 'D');
    await page.getByRole('link', { name: 'icons' }).click();
    await page.getByText('1 of 2 done').waitFor();
    await context.close();
  });
});
