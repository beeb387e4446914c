import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkedUrl } from '@webpith/fetch';
import type { CDPSession } from 'playwright-core';
import { pageText } from 'webpith/stages';

/** A page to render: a URL, HTML (with its URL, if known), or an archive written by `archivePage`. */
export type PageSource =
  | { readonly url: string }
  | {
      readonly html: string | Uint8Array;
      readonly url?: string | undefined;
      readonly charset?: string | undefined;
    }
  | { readonly mhtml: Uint8Array };

/** URL of HTML without one; `.invalid` never resolves. */
const NO_URL = 'https://page.invalid/';

export interface ReadySource {
  readonly address: string;
  release(): Promise<void>;
}

/** HTML is served as the response to the request for its URL, so that it has its own origin and cannot read files. */
export async function readySource(
  source: PageSource,
  cdp: CDPSession,
  network: boolean,
): Promise<ReadySource> {
  if ('mhtml' in source) return archiveFile(source.mhtml);
  if (!('html' in source)) {
    await sandboxResponses(cdp);
    return { address: checkedUrl(source.url).href, release: async () => {} };
  }
  const address = source.url === undefined ? NO_URL : checkedUrl(source.url).href;
  if (!network) await blockRequests(cdp);
  await serveHtml(cdp, textOf(source));
  return { address, release: async () => {} };
}

function textOf({ html, charset }: { html: string | Uint8Array; charset?: string | undefined }): string {
  return typeof html === 'string' ? html : pageText(html, charset === undefined ? {} : { charset }).text;
}

/** The guard refuses all requests anyway; blocking them in the page process saves a third of the time. */
async function blockRequests(cdp: CDPSession): Promise<void> {
  await cdp.send('Network.enable');
  await cdp.send('Network.setBlockedURLs', { urls: ['*'] });
}

/**
 * Allows scripts, the page's own origin and forms. The browser blocks popups, dialogs and downloads, also in iframes.
 */
const SANDBOX = {
  name: 'content-security-policy',
  value: 'sandbox allow-scripts allow-same-origin allow-forms',
};

/** Replaces the response with the page, since the browser ignores headers that are added to a response in flight. */
async function sandboxResponses(cdp: CDPSession): Promise<void> {
  const mainFrame = await mainFrameOf(cdp);
  cdp.on('Fetch.requestPaused', paused => {
    const { requestId, frameId, responseStatusCode = 0 } = paused;
    const isPage = frameId === mainFrame && responseStatusCode >= 200 && !(responseStatusCode in NO_PAGE);
    const reply = isPage ? sandboxResponse(cdp, paused) : cdp.send('Fetch.continueRequest', { requestId });
    reply.catch(() => {});
  });
  const pattern = { urlPattern: '*', resourceType: 'Document', requestStage: 'Response' } as const;
  await cdp.send('Fetch.enable', { patterns: [pattern] });
}

const NO_PAGE = { 204: true, 205: true, 301: true, 302: true, 303: true, 304: true, 307: true, 308: true };

const WIRE_HEADERS = /^(?:content-encoding|content-length|transfer-encoding)$/i;

async function sandboxResponse(cdp: CDPSession, { requestId, responseStatusCode, responseHeaders }: Paused) {
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

async function serveHtml(cdp: CDPSession, html: string): Promise<void> {
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
    reply.catch(() => {});
  });
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] });
}

/** Chromium opens archives only from files. Scripts do not run in them, and all resources come from the file. */
async function archiveFile(mhtml: Uint8Array): Promise<ReadySource> {
  const folder = await mkdtemp(join(tmpdir(), 'pith-archive-'));
  const file = join(folder, 'page.mhtml');
  await writeFile(file, mhtml);
  return {
    address: pathToFileURL(file).href,
    release: () => rm(folder, { recursive: true, force: true }),
  };
}
