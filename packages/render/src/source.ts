import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkedUrl } from '@webpith/fetch';
import type { CDPSession } from 'playwright-core';
import { pageText } from 'webpith/stages';

/** What to render: an address, HTML (with the address it is from, if known), or an archive made by `archivePage`. */
export type PageSource =
  | { readonly url: string }
  | { readonly html: string | Uint8Array; readonly url?: string; readonly charset?: string }
  | { readonly mhtml: Uint8Array };

/** The address of a page that has none. The name never resolves: `.invalid` is reserved for that. */
const NO_ADDRESS = 'https://page.invalid/';

/** A source made ready for a browser. */
export interface ReadySource {
  /** What to navigate to. */
  readonly address: string;
  release(): Promise<void>;
}

/**
 * Makes a source ready. HTML is handed to the browser as the answer to the request for its address, never as a
 * `file:` page: so it has its own origin, its links resolve, and no file of this machine can be read from it.
 */
export async function readySource(
  source: PageSource,
  cdp: CDPSession,
  network: boolean,
): Promise<ReadySource> {
  if ('mhtml' in source) return archiveFile(source.mhtml);
  if (!('html' in source)) {
    await confineAnswers(cdp);
    return { address: checkedUrl(source.url).href, release: async () => {} };
  }
  const address = source.url === undefined ? NO_ADDRESS : checkedUrl(source.url).href;
  if (!network) await blockRequests(cdp);
  await answerWith(cdp, textOf(source));
  return { address, release: async () => {} };
}

function textOf({ html, charset }: { html: string | Uint8Array; charset?: string }): string {
  return typeof html === 'string' ? html : pageText(html, charset === undefined ? {} : { charset }).text;
}

/** The guard refuses all requests anyhow; that they end in the page's own process saves a third of the time. */
async function blockRequests(cdp: CDPSession): Promise<void> {
  await cdp.send('Network.enable');
  await cdp.send('Network.setBlockedURLs', { urls: ['*'] });
}

/**
 * What a page may do, in the browser's own terms: run scripts, keep its origin, send forms. Not on the list, and so
 * refused by the browser itself, for iframes too: popups, dialogs, downloads.
 */
const SANDBOX = {
  name: 'content-security-policy',
  value: 'sandbox allow-scripts allow-same-origin allow-forms',
};

/**
 * Adds the sandbox to whatever answers the page's own requests. The answer is handed on anew: headers that are added to
 * an answer on its way are no longer looked at.
 */
async function confineAnswers(cdp: CDPSession): Promise<void> {
  const mainFrame = await mainFrameOf(cdp);
  cdp.on('Fetch.requestPaused', paused => {
    const { requestId, frameId, responseStatusCode = 0 } = paused;
    const isPage = frameId === mainFrame && responseStatusCode >= 200 && !(responseStatusCode in NO_PAGE);
    const reply = isPage ? confine(cdp, paused) : cdp.send('Fetch.continueRequest', { requestId });
    reply.catch(() => {}); // the page is gone already
  });
  const pattern = { urlPattern: '*', resourceType: 'Document', requestStage: 'Response' } as const;
  await cdp.send('Fetch.enable', { patterns: [pattern] });
}

/** Answers that lead elsewhere or nowhere. */
const NO_PAGE = { 204: true, 205: true, 301: true, 302: true, 303: true, 304: true, 307: true, 308: true };

/** Headers of an answer on the wire, which its body no longer is. */
const WIRE_HEADERS = /^(?:content-encoding|content-length|transfer-encoding)$/i;

async function confine(cdp: CDPSession, { requestId, responseStatusCode, responseHeaders }: Paused) {
  const { body, base64Encoded } = await cdp.send('Fetch.getResponseBody', { requestId });
  await cdp.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: responseStatusCode ?? 200,
    responseHeaders: [...(responseHeaders ?? []).filter(({ name }) => !WIRE_HEADERS.test(name)), SANDBOX],
    body: base64Encoded ? body : Buffer.from(body).toString('base64'),
  });
}

interface Paused {
  readonly requestId: string;
  readonly responseStatusCode?: number;
  readonly responseHeaders?: { name: string; value: string }[];
}

async function mainFrameOf(cdp: CDPSession): Promise<string> {
  return (await cdp.send('Page.getFrameTree')).frameTree.frame.id;
}

/** Answers the page's own request with its HTML; later attempts to leave the page are called off, and it stays. */
async function answerWith(cdp: CDPSession, html: string): Promise<void> {
  const mainFrame = await mainFrameOf(cdp);
  const body = Buffer.from(html).toString('base64');
  const responseHeaders = [{ name: 'content-type', value: 'text/html; charset=utf-8' }, SANDBOX];
  let answered = false;
  cdp.on('Fetch.requestPaused', ({ requestId, frameId }) => {
    const isFirst = frameId === mainFrame && !answered;
    answered ||= isFirst;
    const reply = isFirst
      ? cdp.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body })
      : frameId === mainFrame
        ? cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        : cdp.send('Fetch.continueRequest', { requestId });
    reply.catch(() => {}); // the page is gone already
  });
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] });
}

/** Chromium opens archives from files only; scripts do not run in one, and all it shows comes out of the file. */
async function archiveFile(mhtml: Uint8Array): Promise<ReadySource> {
  const folder = await mkdtemp(join(tmpdir(), 'pith-archive-'));
  const file = join(folder, 'page.mhtml');
  await writeFile(file, mhtml);
  return {
    address: pathToFileURL(file).href,
    release: () => rm(folder, { recursive: true, force: true }),
  };
}
