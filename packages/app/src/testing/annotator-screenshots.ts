import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { sharedBrowser } from '../../../render/src/testing/chromium.js';
import {
  addCorpus,
  disagree,
  labellingReady,
  NEWS_PAGE,
  nodeWith,
  OTHER_PAGE,
  press,
  saved,
  selectedNode,
} from './annotation.js';
import { openApp, settled } from './opened-app.js';

/** Takes the screenshots of the annotator for the documentation: `tsx annotator-screenshots.ts FOLDER [NAME…]`. */
const [folder = 'docs/images', ...wanted] = process.argv.slice(2);

const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: 'light', viewport: { width: 1360, height: 850 } },
  dark: { colorScheme: 'dark', viewport: { width: 1360, height: 850 } },
  narrow: { colorScheme: 'light', viewport: { width: 360, height: 740 } },
};

const app = await openApp();
const [content] = await addCorpus(app, { name: 'news', title: 'News, May' }, [NEWS_PAGE, OTHER_PAGE]);
const [leaves] = await addCorpus(app, { name: 'leaves', title: 'Thirty labels', task: 'leaves' }, [
  NEWS_PAGE,
]);
const [segments] = await addCorpus(app, { name: 'segments', title: 'Segments', task: 'segments' }, [
  NEWS_PAGE,
]);
await disagree(app, content!);

let currentLook = '';

async function walkTo(page: Page, text: string): Promise<void> {
  const wanted = await nodeWith(page, text);
  for (let i = 0; i < 60 && (await selectedNode(page)) !== wanted; i++) await press(page, 'Shift+ArrowRight');
}

async function suggest(page: Page, method: string): Promise<void> {
  await labellingReady(page);
  await page.evaluate(
    ({ look, name }) => {
      // Each look uses a new annotator, without the labels of the previous one.
      localStorage.setItem('pith-annotator', `ada-${look}`);
      for (const set of ['content', 'leaves', 'segments'])
        localStorage.setItem(`pith-suggestions-${set}`, name);
    },
    { look: currentLook, name: method },
  );
  await page.reload();
  await labellingReady(page);
  await page.frameLocator('iframe').locator('[data-pith-mark-suggested]').first().waitFor();
}

const SHOTS: Readonly<Record<string, readonly [hash: string, prepare: (page: Page) => Promise<unknown>]>> = {
  corpora: ['#/annotate', page => page.getByText('News, May').waitFor()],
  pages: ['#/annotate/news', page => page.getByText('Library').waitFor()],
  suggestions: [
    `#/annotate/news/${content}`,
    async page => {
      await suggest(page, 'default');
      await press(
        page,
        'ArrowLeft',
        'ArrowLeft',
        'ArrowDown',
        'ArrowRight',
        'ArrowRight',
        'ArrowRight',
        'ArrowDown',
      );
    },
  ],
  leaves: [
    `#/annotate/leaves/${leaves}`,
    async page => {
      await suggest(page, 'leaves');
      await press(page, 'A');
      await walkTo(page, 'Photo:');
      await press(page, 'T', 'End', 'Control+Shift+ArrowLeft', 'Control+Shift+ArrowLeft', 'm');
    },
  ],
  segments: [
    `#/annotate/segments/${segments}`,
    async page => {
      await suggest(page, 'default');
      await press(page, 'A');
    },
  ],
  comparison: [
    '#/annotate/news?compare=&one=ada&other=mara',
    async page => {
      await page.getByText(/decided/).waitFor();
      await press(page, '1', '2');
      await saved(page);
    },
  ],
};

await mkdir(folder, { recursive: true });
for (const [look, options] of Object.entries(LOOKS)) {
  currentLook = look;
  for (const [name, [hash, prepare]] of Object.entries(SHOTS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const { page, context, errors } = await app.open(hash, { ...options, reducedMotion: 'reduce' });
    await prepare(page);
    await settled(page);
    await page.screenshot({ path: join(folder, `annotator-${name}-${look}.png`) });
    for (const error of errors) console.error(`${name} ${look}: ${error}`);
    await context.close();
  }
}
await app.close();
// An open browser would keep the process running.
await (await sharedBrowser()).close();
