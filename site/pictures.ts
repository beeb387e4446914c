/** Takes the pictures of the playground for the front page and the README: `npm run site && npx tsx site/pictures.ts`. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openTestBrowser } from '../packages/render/src/testing/chromium.js';

const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const browser = await openTestBrowser();
for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 800 } });
  await page.goto(`${pathToFileURL(file('site/dist/playground.html'))}`);
  await page.getByRole('tab', { name: 'Blocks' }).click();
  const first = page.locator('.blocks .kept').nth(1);
  await first.locator('summary').click();
  await first.scrollIntoViewIfNeeded();
  await page.locator('.blocks li').nth(20).evaluate('element => element.scrollIntoView()');
  await page.locator('.lead').evaluate('element => element.scrollIntoView({ block: "center" })');
  await page.screenshot({ path: file(`docs/images/playground-${colorScheme}.png`) });
}
await browser.close();
