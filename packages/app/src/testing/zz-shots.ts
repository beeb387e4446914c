import { readFileSync } from 'node:fs';
import { testPage } from './every-screen.js';
import { openApp } from './opened-app.js';
import { newsPage } from './pages.js';

const app = await openApp({ corpora: '/nowhere' });
const shot = async (
  name: string,
  hash: string,
  prepare: (p: any) => Promise<unknown>,
  options: object = {},
) => {
  try {
    const { page, context, errors } = await app.open(hash, {
      colorScheme: 'light',
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...options,
    });
    await prepare(page);
    await page.waitForTimeout(300);
    await page.screenshot({ path: `/tmp/shots/${name}.png` });
    for (const e of errors) console.log(name, e);
    await context.close();
  } catch (e) {
    console.log(name, String(e).slice(0, 300));
  }
};
const view = async (html: string, url?: string) =>
  ((await (await app.server.post('/v1/extract', { html, url, keepView: true })).json()) as any).view;
const ar = await view(testPage('arabic-right-to-left'), 'https://ar.example/a');
const zh = await view(testPage('japanese'), 'https://zh.example/a').catch(() => ar);
const art = await view(
  readFileSync('/work/wt/app/examples/lighthouse.html', 'utf8'),
  'https://example.org/coast/lighthouse',
);
await shot('arabic', `#/read?view=${ar}`, p => p.locator('.prose p').first().waitFor());
await shot('chinese', `#/read?view=${zh}`, p => p.locator('.prose p').first().waitFor());
await shot('article', `#/read?view=${art}`, p => p.locator('.prose p').first().waitFor());
await shot(
  'sepia',
  `#/read?view=${art}`,
  async p => {
    await p.locator('.prose p').first().waitFor();
    await p.getByText('Typography').click({ force: true });
    await p.getByRole('radio', { name: 'Sepia' }).check({ force: true });
  },
  { colorScheme: 'dark' },
);
const inspect = (v: string) => `#/inspect?view=${v}`;
const painted = (p: any) =>
  p.frameLocator('iframe').first().locator('[data-pith-mark-block]').first().waitFor();
await shot('inspector', inspect(art), async p => {
  await painted(p);
  await p.keyboard.press('m');
  await p.locator('summary.step').nth(1).click();
});
await shot(
  'inspector-dark-base',
  inspect(art),
  async p => {
    await painted(p);
    await p.keyboard.press('n');
    await p.locator('summary.step').nth(0).click();
  },
  { colorScheme: 'dark' },
);
await shot('inspector-narrow', inspect(art), painted, { viewport: { width: 360, height: 740 } });
await shot('inspect-empty', '#/inspect?url=', p => p.locator('.history').waitFor());
await shot('welcome', '#/read', p => p.locator('.history').waitFor());
await shot(
  'filled',
  `#/read?view=${await view('<!doctype html><title>Low water</title><body><div id="root"></div><script>1</script></body>')}`,
  p => p.waitForTimeout(1500),
);
await shot('private', '#/read', async p => {
  await p.getByLabel('Address or HTML of a page').fill('http://127.0.0.1:9/x');
  await p.keyboard.press('Enter');
  await p.getByRole('alert').waitFor();
});
await shot('experiments', '#/experiments', p => p.getByText('There are no models yet').waitFor());
await shot('feedback', '#/feedback', p => p.getByText('There are no rules yet').waitFor());
await app.close();
