import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Frame, Page, Request } from 'playwright-core';
import { sharedBrowser } from '../../packages/render/src/testing/chromium.js';
import { PROVOKE, PROVOKE_FRAMES, WATCH } from './in-page.js';

/** A document to load. */
export interface AttackDocument {
  readonly body: string;
  /** HTML in UTF-8 by default. */
  readonly type?: string;
  readonly policy?: string;
}

/** A forbidden event in a document. */
export interface Incident {
  /** The index of the document, or -1 if unknown. */
  readonly document: number;
  readonly what: string;
}

/** A browser that loads documents and records their activity. */
export interface AttackBrowser {
  load(documents: readonly AttackDocument[], isExpected?: (url: string) => boolean): Promise<Incident[]>;
  close(): Promise<void>;
}

/** Documents per page, each in its own frame so that none can hide another. */
const AT_ONCE = 40;

/** Starts a browser that can reach only the server of the test. */
export async function openAttackBrowser(): Promise<AttackBrowser> {
  let current: readonly AttackDocument[] = [];
  const server = createServer((request, response) => {
    const document = current[Number(/^\/document\/(\d+)$/.exec(request.url ?? '')?.[1] ?? -1)];
    const policy = document?.policy === undefined ? {} : { 'content-security-policy': document.policy };
    if (document === undefined && request.url !== '/batch') return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': document?.type ?? 'text/html; charset=utf-8', ...policy });
    const frames = current.map((_, n) => `<iframe name="document-${n}" src="/document/${n}"></iframe>`);
    response.end(document?.body ?? `<!doctype html><title>Attack</title>${frames.join('')}`);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await sharedBrowser();
  return {
    async load(documents, isExpected = () => false) {
      const incidents: Incident[] = [];
      for (let from = 0; from < documents.length; from += AT_ONCE) {
        current = documents.slice(from, from + AT_ONCE);
        const found = await loadBatch(browser, origin, isExpected);
        incidents.push(
          ...found.map(({ document, what }) => ({ document: document < 0 ? -1 : from + document, what })),
        );
      }
      return incidents;
    },
    close: () => closeServer(server),
  };
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>(resolve => server.close(() => resolve()));
}

async function loadBatch(
  browser: Browser,
  origin: string,
  isExpected: (url: string) => boolean,
): Promise<Incident[]> {
  const incidents: Incident[] = [];
  const context = await browser.newContext({ acceptDownloads: false });
  const note = (frame: Frame | undefined, what: string) =>
    incidents.push({ document: numberOf(frame), what });
  await context.exposeBinding('attackHappened', ({ frame }, what: string) => void note(frame, what));
  await context.addInitScript(WATCH);
  const page = await context.newPage();
  watchPage(page, origin, isExpected, note);
  let isDone = false;
  context.on('page', opened => {
    if (isDone) return;
    note(undefined, `window opened: ${opened.url()}`);
    void opened.close();
  });
  await page.goto(`${origin}/batch`, { waitUntil: 'load', timeout: 60_000 });
  await provoke(page);
  // Requests and navigations of the documents have finished when a page opened after them has loaded.
  isDone = true;
  const later = await context.newPage();
  await later.goto(`${origin}/batch`, { waitUntil: 'commit' });
  await context.close();
  return incidents;
}

function watchPage(
  page: Page,
  origin: string,
  isExpected: (url: string) => boolean,
  note: (frame: Frame | undefined, what: string) => void,
): void {
  page.on('dialog', dialog => {
    note(undefined, `dialog: ${dialog.message()}`);
    void dialog.dismiss().catch(() => {});
  });
  // A request that the policy blocks is announced and then fails, so it is recorded once the outcome is known.
  const record = (request: Request, isStopped: boolean) => {
    const url = request.url();
    const isOurs = url.startsWith(`${origin}/document/`) || url === `${origin}/batch`;
    const isPicture = ['image', 'media'].includes(request.resourceType());
    if (isOurs || isPicture || isStopped || isExpected(url)) return;
    note(frameOf(request), `request: ${request.resourceType()} ${url}`);
  };
  page.on('requestfinished', request => record(request, false));
  page.on('requestfailed', request => record(request, request.failure()?.errorText === 'csp'));
  page.on('framenavigated', frame => {
    const url = frame.url();
    if (!url.startsWith(`${origin}/`) && url !== 'about:blank' && !isExpected(url))
      note(frame, `navigation: ${url}`);
  });
}

function frameOf(request: { frame(): Frame }): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
}

/** The index of the document of a frame, from its own name or that of an enclosing frame. */
function numberOf(frame: Frame | undefined): number {
  for (let each: Frame | null = frame ?? null; each !== null; each = each.parentFrame()) {
    const number = /^document-(\d+)$/.exec(each.name())?.[1];
    if (number !== undefined) return Number(number);
  }
  return -1;
}

/** Triggers events in the frames of a page; frames that navigated away are already recorded. */
async function provoke(page: Page): Promise<void> {
  const frames = page.mainFrame().childFrames();
  for (const n of await page.evaluate<number[]>(PROVOKE_FRAMES)) {
    await frames[n]?.evaluate(PROVOKE).catch(() => {});
  }
}
