import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeServers, serve } from '@webpith/fetch/testing';
import { findChromium } from '@webpith/render';
import { type BrowserContext, chromium, type Page, type Worker } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishedJob } from '../packages/server/src/testing/follow-job.js';
import { labelTides } from '../packages/server/src/testing/labelled-tides.js';
import { startTestServer, type TestServer } from '../packages/server/src/testing/server.js';
import { tidePage } from '../packages/server/src/testing/tide-site.js';

/** The extension and the bookmarklet in Chromium, with a real server. */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const executablePath = findChromium();
if (executablePath === undefined)
  process.stderr.write(
    'the browser extension is not tested: no Chromium (on Debian: apt-get install chromium)\n',
  );

const sentence =
  'The keeper wrote down every vessel that passed inside the rocks before the tide turned again.';
const PAGE = `<!doctype html><html lang="en"><head><title>Notes of a keeper</title><meta name=author content="E. Marlow"><meta property="article:published_time" content="2024-03-01"></head><body>
<nav><a href="/">Home</a> <a href="/all">All notes</a></nav><article><h1>Notes of a keeper</h1>
<p>${sentence} It was cold that night.</p><p>Forty brigs and a whaler were seen that year, and none of them was lost.</p>
<p>Buy the printed edition of these notes now at our shop around the corner, only this week.</p></article></body></html>`;

const BOX =
  'We are a small group of keepers and write about lamps. Send us a picture of the lamp of your own harbour.';

/** A page that differs from the others of its site except for a box. */
const boxPage = (number: string) =>
  `<html lang=en><title>Lamp ${number}</title><h1>Lamp ${number}</h1>
  <div><p>Lamp ${number} was built by people who had never seen one, from a drawing that one of them had found in a book.</p></div>
  <div><p>When lamp ${number} was done, nobody in the village wanted to climb up to it, and so it was dark all winter.</p></div>
  <div class=side><p>${BOX}</p></div>`;

/** A page that looks for the controls of the extension, frames and opens its pages, and sends it messages. */
const hostilePage = (id: string) => `${PAGE.replace('</body>', '')}<button id="bait">Read more</button>
<script>
var found = [], tries = 0;
const own = 'chrome-extension://${id}/';
const look = root => {
  for (const element of root.querySelectorAll('*')) {
    if (element.shadowRoot) { found.push('a shadow root'); look(element.shadowRoot); }
    if (element.localName === 'form') { found.push('a form'); element.requestSubmit(); }
    if (element.localName === 'button' && element.id !== 'bait') { found.push('a button'); element.click(); }
    if (/^webpith/.test(element.localName)) found.push(element.localName);
  }
};
for (const name of ['reader.html?tab=1', 'options.html', 'reader.js', 'manifest.json']) {
  const frame = document.createElement('iframe');
  frame.src = own + name;
  document.body.append(frame);
  fetch(own + name).then(() => found.push('fetched ' + name), () => {});
  const script = document.createElement('script');
  script.src = own + name;
  script.onload = () => found.push('loaded ' + name);
  document.body.append(script);
}
document.querySelector('#bait').addEventListener('click', () => {
  const opened = window.open(own + 'reader.html?tab=1');
  try { if (opened && opened.document.querySelector('nav')) found.push('an opened reader'); } catch {}
});
setInterval(() => {
  tries++;
  look(document);
  try { chrome.runtime.sendMessage('${id}', { kind: 'report' }, () => found.push('an answer')); } catch {}
  for (const frame of frames) try { if (frame.document.querySelector('nav')) found.push('a framed reader'); } catch {}
}, 20);
</script></body></html>`;

describe.skipIf(executablePath === undefined)('the browser extension', { timeout: 180_000 }, () => {
  const dir = mkdtempSync(join(tmpdir(), 'pith-extension-'));
  const folder = join(dir, 'extension');
  const manifest = JSON.parse(readFileSync(join(ROOT, 'extension/manifest.json'), 'utf8'));
  /** Chromium derives the id of an extension from its key. */
  const id = createHash('sha256')
    .update(Buffer.from(manifest.key, 'base64'))
    .digest('hex')
    .slice(0, 32)
    .replace(/./g, digit => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]!);
  let context: BrowserContext;
  let worker: Worker;
  let page: Page;
  let server: TestServer;
  let site: string;

  beforeAll(async () => {
    execFileSync(process.execPath, ['--conditions=pith-source', join(ROOT, 'extension/build.js'), folder]);
    server = await startTestServer({ cors: [`chrome-extension://${id}`], corpora: '/nowhere' });
    site = await serve((request, response) => {
      if (request.url === '/hostile')
        return response.writeHead(200, { 'content-type': 'text/html' }).end(hostilePage(id));
      const boxes = request.url?.split('/boxes/')[1];
      if (boxes !== undefined)
        return response.writeHead(200, { 'content-type': 'text/html' }).end(boxPage(boxes));
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': "script-src 'none'" })
        .end(request.url === '/notes' ? PAGE : tidePage(8));
    });
    context = await chromium.launchPersistentContext(join(dir, 'profile'), {
      executablePath: executablePath!,
      chromiumSandbox: process.getuid?.() !== 0,
      headless: false, // the old headless mode, Playwright's default, has no extensions
      args: [
        '--headless=new',
        `--disable-extensions-except=${folder}`,
        `--load-extension=${folder}`,
        '--disable-features=DisableLoadExtensionCommandLineSwitch',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
        '--disable-gpu',
        '--disable-dev-shm-usage',
      ],
    });
    worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    page = await context.newPage();
    await page.goto(`${site}/notes`);
  }, 180_000);

  afterAll(async () => {
    await context?.close();
    await server?.close();
    closeServers();
    rmSync(dir, { recursive: true, force: true });
  });

  /** Presses the button of the extension in the tab of a page; returns the tab of the reader. */
  const press = async (of: Page = page): Promise<Page> => {
    const opened = context.waitForEvent('page');
    await worker.evaluate(async address => {
      const { chrome, toggleReader } = globalThis as unknown as {
        chrome: { tabs: { query(what: object): Promise<{ id: number; url: string }[]> } };
        toggleReader(tab: object): Promise<void>;
      };
      const tabs = await chrome.tabs.query({});
      await toggleReader(tabs.find(({ url }) => url === address)!);
    }, of.url());
    const reader = await opened;
    await reader.locator('article, p.note').first().waitFor();
    return reader;
  };
  const reports = async () =>
    ((await (await server.get('/v1/feedback')).json()) as { items: Record<string, unknown>[] }).items;

  it('has the id of its key, so that a server can allow it', () => {
    expect(new URL(worker.url()).host).toBe(id);
    expect(readFileSync(join(ROOT, 'extension/README.md'), 'utf8')).toContain(`chrome-extension://${id}`);
    expect(manifest.version).toBe(
      JSON.parse(readFileSync(join(ROOT, 'packages/pith/package.json'), 'utf8')).version,
    );
  });

  it('leaves out text that pages of a site repeat while the option is on, and deletes its memory when it is turned off', async () => {
    const stored = async () =>
      await worker.evaluate(async () => {
        const { chrome } = globalThis as unknown as {
          chrome: { storage: { local: { get(what: object): Promise<{ memories: [string, object][] }> } } };
        };
        return (await chrome.storage.local.get({ memories: [] })).memories.map(([name]) => name);
      });
    const textOf = async (number: number) => {
      const own = await context.newPage();
      await own.goto(`${site}/boxes/${number}`);
      const reader = await press(own);
      const text = await reader.locator('main').innerText();
      await reader.close();
      await own.close();
      return text;
    };
    expect(await textOf(0)).toContain(BOX);
    expect(await stored()).toEqual([]);
    const options = await context.newPage();
    await options.goto(`chrome-extension://${id}/options.html`);
    await options.getByRole('checkbox', { name: 'Remember what' }).check();
    for (const number of [1, 2, 3]) await textOf(number);
    expect(await textOf(4)).not.toContain(BOX);
    expect(await stored()).toEqual(['127.0.0.1']);
    await options.reload();
    await options.getByRole('checkbox', { name: 'Remember what' }).uncheck();
    await expect.poll(stored).toEqual([]);
    expect(await textOf(4)).toContain(BOX);
    await options.close();
  });

  it('shows the article in a tab beside the page, even if the page blocks scripts', async () => {
    const reader = await press();
    const text = await reader.locator('main').innerText();
    expect(text).toContain('It was cold that night.');
    expect(text).toContain('Notes of a keeper');
    expect(text).not.toContain('All notes');
    expect(text).toContain('E. Marlow · March 1, 2024');
    expect(await reader.title()).toBe('Notes of a keeper');
    await reader.close();
  });

  it.each(['light', 'dark'] as const)(
    'has the %s colours of the app, and one scroll bar',
    async colorScheme => {
      const reader = await press();
      await reader.emulateMedia({ colorScheme });
      const ground = await reader.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      expect(ground).toBe(colorScheme === 'light' ? 'rgb(251, 251, 249)' : 'rgb(22, 24, 27)');
      const scrolling = await reader.evaluate(
        () =>
          [...document.querySelectorAll('body, body *')].filter(
            element =>
              /auto|scroll/.test(getComputedStyle(element).overflowY) &&
              element.scrollHeight > element.clientHeight,
          ).length,
      );
      expect(scrolling).toBe(0);
      if (process.env.PICTURES)
        await reader.screenshot({ path: join(process.env.PICTURES, `reader-${colorScheme}.png`) });
      await reader.close();
    },
  );

  it('sends the marked parts to the server, which stores a report', async () => {
    await worker.evaluate(async address => {
      const { chrome } = globalThis as unknown as {
        chrome: { storage: { local: { set(v: object): Promise<void> } } };
      };
      await chrome.storage.local.set({ server: address });
    }, server.address);
    const reader = await press();
    await reader.getByRole('button', { name: 'Mark what is wrong' }).click();
    const advertisement = reader.locator('label', { hasText: 'Buy the printed edition' }).locator('input');
    await advertisement.check();
    // The title is shown above the text, so it is not offered as missing.
    expect(await reader.locator('label', { hasText: /^Notes of a keeper$/ }).count()).toBe(0);
    const send = reader.getByRole('button', { name: 'Send to my server' });
    if (process.env.PICTURES) await reader.screenshot({ path: join(process.env.PICTURES, 'marks.png') });
    // Neither a simulated click nor a simulated submit sends.
    await send.evaluate((button: HTMLButtonElement) => {
      button.click();
      button.form!.requestSubmit();
    });
    expect(await reader.locator('output').innerText()).toBe('');
    await send.click();
    await expect.poll(() => reader.locator('output').innerText()).toBe('Sent. Thank you.');
    const name = await advertisement.getAttribute('name');
    const node = Number(await advertisement.inputValue());
    expect(await reports()).toMatchObject([{ url: page.url(), [name!]: [node] }]);
    await reader.close();
  });

  it('cannot be reached or imitated by the page', async () => {
    const before = await reports();
    const hostile = await context.newPage();
    await hostile.goto(`${site}/hostile`);
    const reader = await press(hostile);
    await reader.getByRole('button', { name: 'Mark what is wrong' }).click();
    await reader.locator('label', { hasText: 'Buy the printed edition' }).locator('input').check();
    await hostile.bringToFront();
    await hostile.click('#bait');
    await expect
      .poll(() => hostile.evaluate(() => (globalThis as unknown as { tries: number }).tries))
      .toBeGreaterThan(20);
    const found = await hostile.evaluate(() => (globalThis as unknown as { found: string[] }).found);
    expect(found).toEqual([]);
    // Nothing of the extension is in the page, and frames of the extension stay empty.
    expect(await hostile.evaluate(() => document.documentElement.outerHTML)).not.toMatch(
      /<webpith|Mark what is wrong/,
    );
    const frames = hostile.frames().filter(frame => frame !== hostile.mainFrame());
    for (const frame of frames)
      expect(
        await frame
          .locator('nav')
          .count()
          .catch(() => 0),
      ).toBe(0);
    expect(await reports()).toEqual(before);
    await reader.close();
    await hostile.close();
  });

  it('closes when its button is pressed in the reader', async () => {
    const reader = await press();
    const closed = reader.waitForEvent('close');
    await worker.evaluate(async address => {
      const { chrome, toggleReader } = globalThis as unknown as {
        chrome: { tabs: { query(what: object): Promise<{ id: number; url: string }[]> } };
        toggleReader(tab: object): Promise<void>;
      };
      const tabs = await chrome.tabs.query({});
      await toggleReader(tabs.find(({ url }) => url === address)!);
    }, reader.url());
    await closed;
  });

  it('extracts with the active model of the server, names it, and sends no page for that', async () => {
    await labelTides(server, 'tides', [1, 2, 3], 5, number => `${site}/stories/${number}`);
    const started = await server.post('/v1/jobs', {
      kind: 'train',
      method: 'adapted',
      corpus: 'tides',
      name: 'Tides',
    });
    const job = await finishedJob(server.address, ((await started.json()) as { id: string }).id);
    const answerWith = (model: string | null) =>
      server.get('/v1/settings', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model }),
      });
    const read = async () => {
      await page.goto(`${site}/stories/8`);
      const reader = await press();
      const text = await reader.locator('article').innerText();
      await reader.close();
      return text;
    };
    const notice = 'sent a small barometer';
    expect(await read()).toContain(notice);
    const requests: string[] = [];
    context.on('request', request => requests.push(new URL(request.url()).pathname));
    expect((await answerWith((job.result as { model: string }).model)).status).toBe(200);
    const own = await read();
    expect(own).toMatch(/^Extracted with your model Tides/);
    expect(own).toContain('Tide story 8');
    expect(own).not.toContain(notice);
    expect(requests).not.toContain('/v1/extract');
    await answerWith(null);
    const usual = await read();
    expect(usual).not.toContain('Extracted with');
    expect(usual).toContain(notice);
  });

  it('explains how to start a server if none responds, also in its options', async () => {
    const options = await context.newPage();
    await options.goto(`chrome-extension://${id}/options.html`);
    expect(await options.locator('code').innerText()).toBe(`pith serve --cors chrome-extension://${id}`);
    // They look like the app, in both themes.
    for (const [colorScheme, accent] of [
      ['light', 'rgb(11, 107, 79)'],
      ['dark', 'rgb(95, 207, 168)'],
    ] as const) {
      await options.emulateMedia({ colorScheme });
      const save = options.getByRole('button', { name: 'Save' });
      expect(await save.evaluate(own => getComputedStyle(own).backgroundColor)).toBe(accent);
      expect(
        await options
          .locator('label')
          .first()
          .evaluate(own => getComputedStyle(own).fontSize),
      ).toBe('15px');
      if (process.env.PICTURES)
        await options.screenshot({ path: join(process.env.PICTURES, `options-${colorScheme}.png`) });
    }
    await options.close();
  });

  it('works as a bookmarklet, which reads and sends nothing', async () => {
    const address = readFileSync(join(folder, 'bookmarklet.txt'), 'utf8');
    expect(address).toMatch(/^javascript:[^\n"#]+$/);
    expect(address.length).toBeLessThan(450_000);
    const plain = await context.newPage();
    await plain.setContent(PAGE);
    const errors: string[] = [];
    plain.on('pageerror', ({ message }) => errors.push(message));
    const run = () =>
      // As browsers do with such a URL: decode it and run it in the page.
      plain.evaluate(decodeURIComponent(address.slice('javascript:'.length)));
    await run();
    // The page cannot look into its closed root; the developer tools can.
    const cdp = await context.newCDPSession(plain);
    const { root } = await cdp.send('DOM.getDocument', { depth: -1, pierce: true });
    expect(JSON.stringify(root)).toMatch(/"localName":"article".*It was cold that night\./);
    expect(await plain.evaluate(() => document.querySelector('webpith-reader')!.shadowRoot)).toBeNull();
    await run();
    expect(await plain.locator('webpith-reader').count()).toBe(0);
    expect(errors).toEqual([]);
  });
});
