import { fetchPage, unpackedPage } from '@webpith/fetch';
import { promotedModel, readPage, readPageBytes, readView } from '@webpith/store';
import { pageOfFile } from 'webpith/stages';
import type { ExtractRequest } from '../api/extract.js';
import type { SharedModel } from '../models/model-cache.js';
import { Problem } from '../problem.js';
import type { Services } from '../services.js';
import type { ExtractInput, SourcePage } from './page.js';

interface ExtractCaller {
  readonly signal?: AbortSignal | undefined;
  /** Owner of a kept view. */
  readonly by?: string;
  /** Shared by the pages of a batch. */
  readonly budget?: UnpackBudget | undefined;
}

/** Bytes that compressed pages may still decompress to. */
export interface UnpackBudget {
  left: number;
}

export async function extractForRequest(
  request: ExtractRequest,
  services: Services,
  caller: ExtractCaller = {},
): Promise<Uint8Array> {
  const page = await pageOfRequest(request, services, caller);
  return await extractFromPage(page, request, services, caller);
}

export async function extractFromPage(
  page: SourcePage,
  request: ExtractRequest,
  services: Services,
  { signal, by = 'local' }: ExtractCaller = {},
): Promise<Uint8Array> {
  const input = await inputOf(page, request, services, by);
  return await services.threads.run('extract', input, { signal, weight: page.bytes.length });
}

async function inputOf(
  page: SourcePage,
  request: ExtractRequest,
  services: Services,
  by: string,
): Promise<ExtractInput> {
  const { method = 'default', format = 'json', include = {}, comments, lean, explain = false } = request;
  const model = await modelOf(request, services);
  const siteRules = request.applySiteRules === false ? undefined : await services.siteRules.forUrl(page.url);
  const rules = joinedRules(request.rules, siteRules?.rules);
  const corrections = await correctionsOf(request, services);
  const view = request.keepView ? await services.views.keep(page, by) : request.view;
  return {
    page: forThread(page),
    method: model?.method ?? method,
    format,
    include: { ...include, comments: comments ?? include.comments } as ExtractInput['include'],
    markdown: request.markdown as ExtractInput['markdown'],
    explain,
    outputs: request.outputs ?? [],
    model,
    lean,
    rules,
    corrections,
    siteRules,
    view,
  };
}

/** Corrections of the request, or those stored for the view. Rendered pages have other node ids. */
async function correctionsOf(
  { corrections, view, render }: ExtractRequest,
  { store }: Services,
): Promise<ExtractRequest['corrections']> {
  if (corrections !== undefined || view === undefined || render) return corrections;
  return (await readView(store, view))?.corrections;
}

/**
 * The requested model, else the default model of the server if no method is requested, else the promoted model of the
 * method.
 */
async function modelOf(
  { model, method }: ExtractRequest,
  { models, store }: Services,
): Promise<SharedModel | undefined> {
  const id =
    model ??
    (method === undefined ? await models.answering() : undefined) ??
    (await promotedModel(store, method ?? 'default'));
  if (id === undefined) return undefined;
  const shared = await models.shared(id);
  if (model === undefined || method === undefined || method === shared.method) return shared;
  throw new Problem(
    'bad-request',
    `The model belongs to the method ${shared.method}, not to ${method}.`,
    'Leave out the method, or choose another model.',
  );
}

type Rules = NonNullable<ExtractRequest['rules']>;

/** Combines the rules of the request with those of the site. */
function joinedRules(given: Rules | undefined, learned: ExtractInput['rules']): ExtractInput['rules'] {
  if (given === undefined) return learned;
  return {
    keep: [...(given.keep ?? []), ...(learned?.keep ?? [])],
    drop: [...(given.drop ?? []), ...(learned?.drop ?? [])],
  };
}

/** Copies bytes into a buffer of their own, because posting them to a thread copies the whole underlying buffer. */
function forThread(page: SourcePage): SourcePage {
  const { bytes } = page;
  return bytes.byteLength === bytes.buffer.byteLength ? page : { ...page, bytes: new Uint8Array(bytes) };
}

const SOURCES = ['html', 'bytes', 'page', 'view'] as const;

/** The page of a request: sent, stored or fetched, and rendered on request. */
export async function pageOfRequest(
  request: ExtractRequest,
  services: Services,
  { signal, budget }: ExtractCaller = {},
): Promise<SourcePage> {
  const named = SOURCES.filter(name => request[name] !== undefined);
  if (named.length > 1 || (named.length === 0 && request.url === undefined)) {
    throw new Problem(
      'bad-request',
      named.length === 0
        ? `The request has no page: it needs one of ${SOURCES.join(', ')} or url.`
        : `The request has several pages: ${named.join(' and ')}.`,
      'Send one page.',
    );
  }
  const { renderer, options } = services;
  // The browser fetches the page itself.
  if (request.render && named.length === 0) return await renderer.render({ url: request.url! }, signal);
  const page = await (named[0] === undefined
    ? fetchPage(request.url!, {
        allowPrivate: options.allowPrivate,
        maxSize: options.bodyLimit,
        timeout: options.timeLimit,
        signal,
      })
    : READERS[named[0]](request, services));
  return await preparePage(page, request, services, { signal, budget });
}

/** Decompresses and unwraps a page, and renders it on request. */
export async function preparePage(
  sent: SourcePage,
  { render = false }: Pick<ExtractRequest, 'render'>,
  { renderer, options }: Pick<Services, 'renderer' | 'options'>,
  { signal, budget }: ExtractCaller = {},
): Promise<SourcePage> {
  const page = await openPage(sent, options.bodyLimit, budget);
  const { bytes: html, url, charset } = page;
  if (html.length === 0) {
    throw new Problem('unprocessable', 'The page is empty.', 'Send the HTML of a page.');
  }
  if (!render || page.tree !== undefined) return page;
  return await renderer.render({ html, url, charset }, signal);
}

interface BytesSent {
  readonly bytes: Uint8Array;
  readonly url?: string | undefined;
  readonly tree?: unknown;
}

/** Decompresses bytes and unwraps MHTML, whose own URL is used if none is given. */
export async function openPage<T extends BytesSent>(
  page: T,
  limit: number,
  budget: UnpackBudget = { left: Number.POSITIVE_INFINITY },
): Promise<T> {
  if (page.tree !== undefined) return page;
  const tooLarge = () =>
    budget.left < limit
      ? new Problem('too-large', ...BATCH_TOO_LARGE)
      : new Problem(
          'too-large',
          `The page decompresses to more than ${limit} bytes.`,
          'Send a smaller page.',
        );
  const most = Math.max(1, Math.min(limit, budget.left));
  const file = await unpackedPage(page.bytes, most, tooLarge).catch(error => {
    if (error instanceof Problem) throw error;
    throw new Problem('unprocessable', 'The compressed page is corrupt or truncated.', 'Compress it again.');
  });
  if (file !== page.bytes) budget.left -= file.length;
  const { bytes, ...unwrapped } = pageOfFile(file);
  return { ...page, ...unwrapped, url: page.url ?? unwrapped.url, bytes };
}

const BATCH_TOO_LARGE = [
  'The compressed pages of the batch decompress to more than the server allows for one request.',
  'Send the rest in another request, or ask the administrator of the server to raise the limit.',
] as const;

type Reader = (request: ExtractRequest, services: Services) => SourcePage | Promise<SourcePage>;

const READERS: Readonly<Record<(typeof SOURCES)[number], Reader>> = {
  html: ({ html = '', url }) => ({ bytes: Buffer.from(html), charset: 'utf-8', url: url || undefined }),
  bytes: ({ bytes = '', url, charset }) => ({
    bytes: Buffer.from(bytes, 'base64'),
    url: url || undefined,
    charset: charset || undefined,
  }),
  page: ({ page = '' }, services) => storedPage(page, services),
  view: ({ view = '' }, services) => pageOfView(view, services),
};

/** Throws a problem if the view does not exist. */
export async function pageOfView(view: string, { views }: Pick<Services, 'views'>): Promise<SourcePage> {
  const page = await views.find(view);
  if (page !== undefined) return page;
  throw new Problem(
    'not-found',
    'The view of this page does not exist or was removed.',
    'Open the page again.',
  );
}

export async function storedPage(id: string, { store }: Pick<Services, 'store'>): Promise<SourcePage> {
  const page = await readPage(store, id);
  const bytes = page && (await readPageBytes(store, id));
  if (page !== undefined && bytes !== undefined) return { bytes, url: page.url || undefined };
  throw new Problem('not-found', 'There is no stored page with this id.', 'Choose a page of the corpus.');
}
