import { fetchPage, unpackedPage } from '@webpith/fetch';
import {
  changeView,
  readPage,
  readPageBytes,
  readView,
  removeViews,
  type Store,
  type StoredView,
} from '@webpith/store';
import { pageOfFile } from 'webpith/stages';
import type { Corrections, ExtractRequest } from '../api/extract.js';
import { Problem } from '../problem.js';
import type { Services } from '../services.js';
import { jsonOf } from '../threads/threads.js';
import { type ExtractInput, forThread, type SharedModel, type SourcePage } from './page.js';

interface ExtractCaller {
  readonly signal?: AbortSignal | undefined;
  readonly by?: string;
  readonly budget?: UnpackBudget | undefined;
}

/** Remaining bytes to which the compressed pages of a batch may decompress. */
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
  const input = await inputOf(page, request, services, by, signal);
  return await services.threads.run('extract', input, { signal, weight: page.bytes.length });
}

async function inputOf(
  page: SourcePage,
  request: ExtractRequest,
  services: Services,
  by: string,
  signal: AbortSignal | undefined,
): Promise<ExtractInput> {
  const { method = 'default', format = 'json', include = {}, comments, lean, explain = false } = request;
  const model = await modelOf(request, services);
  const siteRules = request.applySiteRules === false ? undefined : await services.siteRules.forUrl(page.url);
  const siteMemory =
    request.applySiteMemory === false ? undefined : await services.siteMemories.forPage(page, signal);
  const rules = joinedRules(request.rules, siteRules?.rules);
  const view = request.keepView ? await keptView(page, request, services, by) : request.view;
  const corrections = await correctionsOf({ ...request, view }, services);
  return {
    // A kept page is read as the stored HTML, so that corrections refer to the same nodes later.
    page: forThread(isKeptAsHtml(request) ? { ...page, tree: undefined } : page),
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
    siteMemory,
    view,
  };
}

/** True if the page is kept as HTML; the output `rich` needs the rendered tree instead. */
function isKeptAsHtml({ keepView, outputs }: ExtractRequest): boolean {
  return keepView === true && outputs?.includes('rich') !== true;
}

/** Stored corrections do not apply to a page that is rendered again, because its nodes get other ids. */
async function correctionsOf(
  { corrections, view, render, keepView }: ExtractRequest,
  { store }: Services,
): Promise<ExtractRequest['corrections']> {
  if (corrections !== undefined || view === undefined || (render && !keepView)) return corrections;
  return (await readView(store, view))?.corrections;
}

/** Stores a page and returns its id. A new version of a page gets the corrections of the version before it. */
async function keptView(
  page: SourcePage,
  { view: opened }: ExtractRequest,
  { store, views, threads }: Services,
  by: string,
): Promise<string> {
  const kept = await views.keep(page, by);
  const { id } = kept;
  const unnamed = kept.before === undefined ? await unnamedView(store, opened, by) : undefined;
  const before = kept.before ?? unnamed;
  if (before === undefined || before.id === id) return id;
  const old = before.corrections && (await views.find(before.id));
  if (unnamed !== undefined) await removeViews(store, by, unnamed.id);
  if (old === undefined || before.corrections === undefined) return id;
  const input = { before: old, after: { ...page, tree: undefined }, corrections: before.corrections };
  const corrections = jsonOf<Corrections>(
    await threads.run('carry-corrections', input, { weight: old.bytes.length + page.bytes.length }),
  );
  if (corrections.keep.length + corrections.drop.length > 0)
    await changeView(store, id, { corrections, report: before.report ?? null });
  await changeView(store, before.id, { report: null });
  return id;
}

/** The opened view if its page has no address; earlier versions of other pages are found by the address. */
async function unnamedView(
  store: Store,
  view: string | undefined,
  by: string,
): Promise<StoredView | undefined> {
  const opened = view === undefined ? undefined : await readView(store, view);
  return opened?.url === undefined && opened?.createdBy === by ? opened : undefined;
}

/** The requested model. Otherwise the server's model, if the request names no method or the method of that model. */
async function modelOf(
  { model, method }: ExtractRequest,
  { models }: Services,
): Promise<SharedModel | undefined> {
  const id = model ?? (method === 'default' ? undefined : await models.answering());
  if (id === undefined) return undefined;
  const shared = await models.shared(id);
  if (method === undefined || method === shared.method) return shared;
  if (model === undefined) return undefined;
  throw new Problem(
    'bad-request',
    `The model belongs to the method ${shared.method}, not to ${method}.`,
    'Leave out the method, or choose another model.',
  );
}

type Rules = NonNullable<ExtractRequest['rules']>;

function joinedRules(given: Rules | undefined, learned: ExtractInput['rules']): ExtractInput['rules'] {
  if (given === undefined) return learned;
  return {
    keep: [...(given.keep ?? []), ...(learned?.keep ?? [])],
    drop: [...(given.drop ?? []), ...(learned?.drop ?? [])],
  };
}

const SOURCES = ['html', 'bytes', 'page', 'view'] as const;

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
  // The browser fetches the page itself.
  if (request.render && named.length === 0)
    return { ...(await services.renderer.render({ url: request.url! }, signal)), isFetched: true };
  const page = await sentPage(request, services, signal);
  return await preparePage(page, request, services, { signal, budget });
}

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

async function sentPage(
  { html, bytes, page, view, url, charset }: ExtractRequest,
  services: Services,
  signal: AbortSignal | undefined,
): Promise<SourcePage> {
  const from = url || undefined;
  if (html !== undefined) return { bytes: Buffer.from(html), charset: 'utf-8', url: from };
  if (bytes !== undefined)
    return { bytes: Buffer.from(bytes, 'base64'), url: from, charset: charset || undefined };
  if (page !== undefined) return await storedPage(page, services);
  if (view !== undefined) return await pageOfView(view, services);
  return await fetchedPage(url!, services.options, signal);
}

export async function fetchedPage(
  url: string,
  { allowPrivate, bodyLimit: maxSize, timeLimit: timeout }: Services['options'],
  signal?: AbortSignal,
): Promise<SourcePage> {
  return { ...(await fetchPage(url, { allowPrivate, maxSize, timeout, signal })), isFetched: true };
}

export async function pageOfView(view: string, { views }: Pick<Services, 'views'>): Promise<SourcePage> {
  const page = await views.find(view);
  if (page !== undefined) return page;
  throw new Problem('not-found', 'This page is no longer stored, or never was.', 'Open the page again.');
}

export async function storedPage(id: string, { store }: Pick<Services, 'store'>): Promise<SourcePage> {
  const page = await readPage(store, id);
  const bytes = page && (await readPageBytes(store, id));
  if (page !== undefined && bytes !== undefined) return { bytes, url: page.url || undefined };
  throw new Problem('not-found', 'There is no stored page with this id.', 'Choose a page of the corpus.');
}
