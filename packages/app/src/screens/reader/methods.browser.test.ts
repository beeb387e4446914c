import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itInRelease } from '../../../../../test/tiers.js';
import { hasChromium } from '../../../../render/src/testing/chromium.js';
import { type OpenedApp, openApp } from '../../testing/opened-app.js';
import { newsPage } from '../../testing/pages.js';

describe.runIf(hasChromium)('another method', () => {
  let app: OpenedApp;
  beforeAll(async () => {
    app = await openApp({ corpora: '/nowhere' });
  });
  afterAll(() => app?.close());

  /** Chooses a method in the inspector, and reads its text in the reader and its explanation. */
  async function readBy(title: RegExp, name: string): Promise<string> {
    const answer = await app.server.post('/v1/extract', { html: newsPage(), keepView: true });
    const { view } = (await answer.json()) as { view: string };
    const { page, context, errors } = await app.open(`#/inspect?view=${view}`);
    const choice = page.getByLabel('Method').locator('option').filter({ hasText: title });
    await choice.first().waitFor({ state: 'attached' });
    await page.getByLabel('Method').selectOption(name);
    await page.getByText('About the page: ').waitFor();
    await page.frameLocator('iframe').getByText('Paragraph 3').click();
    const why = page.getByRole('region', { name: 'Why' });
    await why.waitFor();
    const explanation = await why.innerText();
    await page.keyboard.press('r');
    await page.getByText(`Extracted by the method ${name}`).waitFor();
    await expect.poll(() => page.locator('.prose').innerText()).toContain('Paragraph 3 says something');
    await page.getByRole('link', { name: 'Use the default' }).click();
    await page.getByText('Extracted by the method').waitFor({ state: 'detached' });
    await page.locator('.prose').waitFor();
    expect(errors).toEqual([]);
    await context.close();
    return explanation;
  }

  it('is chosen by its title and explained in the inspector, and read in the reader', async () => {
    const explanation = await readBy(/^Thresholds learned by a particle swarm \(Ziegler/, 'swarm');
    expect(explanation).toMatch(/expected at (?:least|most)/);
  });

  itInRelease.each([
    [/^Style-density tree \(Pappas/, 'density', /distance from the densest/],
    [/^Labels on leaves \(Spengler/, 'leaves', /\w/],
    [/^Content Seeker \(Louvan/, 'seeker', /\w/],
    [/^Template-independent wrapper \(Wang/, 'wrapper', /support vector/],
  ])('%s is explained with its own facts', async (title, name, fact) => {
    expect(await readBy(title, name)).toMatch(fact);
  });
});
