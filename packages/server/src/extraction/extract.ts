import { readView } from '@webpith/store';
import type { ExtractRequest } from '../api/extract.js';
import type { SharedModel } from '../models/model-cache.js';
import { Problem } from '../problem.js';
import type { Services } from '../services.js';
import type { TaskOutput } from '../threads/threads.js';
import type { SourcePage } from './page.js';
import type { ExtractInput } from './protocol.js';
import { pageOfRequest } from './source.js';

/** Who asks, and how they say that they no longer want it. */
export interface Asking {
  readonly signal?: AbortSignal | undefined;
  /** Under whose name a page is kept. */
  readonly by?: string;
}

/** The answer to a request: JSON or a bare text, as bytes. */
export async function extractForRequest(
  request: ExtractRequest,
  services: Services,
  asking: Asking = {},
): Promise<TaskOutput> {
  const page = await pageOfRequest(request, services, asking.signal);
  return await extractFromPage(page, request, services, asking);
}

/** Extracts a page that is at hand, in a thread. */
export async function extractFromPage(
  page: SourcePage,
  request: ExtractRequest,
  services: Services,
  { signal, by = 'local' }: Asking = {},
): Promise<TaskOutput> {
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
    include: { ...include, ...(comments === undefined ? {} : { comments }) } as ExtractInput['include'],
    explain,
    outputs: request.outputs ?? [],
    ...(model && { model }),
    ...(lean !== undefined && { lean }),
    ...(rules && { rules }),
    ...(corrections && { corrections }),
    ...(siteRules && { siteRules }),
    ...(view !== undefined && { view }),
  };
}

/** What the request says is in and out, or what was said of the view. A page that a browser drew has other nodes. */
async function correctionsOf(
  { corrections, view, render }: ExtractRequest,
  { store }: Services,
): Promise<ExtractRequest['corrections']> {
  if (corrections !== undefined || view === undefined || render) return corrections;
  const said = (await readView(store, view))?.corrections;
  return said && { keep: [...said.keep], drop: [...said.drop] };
}

/** The model that is named, or the one that answers for the method, or for all who name none. */
async function modelOf(
  { model, method }: ExtractRequest,
  { models }: Services,
): Promise<SharedModel | undefined> {
  const id =
    model ??
    (method === undefined ? await models.answering() : undefined) ??
    (await models.promoted(method ?? 'default'));
  if (id === undefined) return undefined;
  const shared = await models.shared(id);
  if (model === undefined || method === undefined || method === shared.method) return shared;
  throw new Problem(
    'bad-request',
    `expected the method of the model, ${shared.method}, got ${method}`,
    'Leave the method out, or name another model.',
  );
}

type Rules = NonNullable<ExtractRequest['rules']>;

/** What the caller says comes on top of what was learned. */
function joinedRules(given: Rules | undefined, learned: ExtractInput['rules']): ExtractInput['rules'] {
  if (given === undefined) return learned;
  return {
    keep: [...(given.keep ?? []), ...(learned?.keep ?? [])],
    drop: [...(given.drop ?? []), ...(learned?.drop ?? [])],
  };
}

/** Bytes in a buffer of their own: what is posted to a thread is copied with the whole buffer it lies in. */
function forThread(page: SourcePage): SourcePage {
  const { bytes } = page;
  return bytes.byteLength === bytes.buffer.byteLength ? page : { ...page, bytes: new Uint8Array(bytes) };
}
