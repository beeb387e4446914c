import type {
  ExtractRequest,
  ExtractResult,
  MethodInfo,
  NewRuleTrial,
  NewSiteRules,
  PageView,
  PageViewChange,
  RuleTrial,
  Settings,
  SiteRulesEntry,
} from '@webpith/server/api';
import { apiPath, request } from './request.js';

export type {
  Decision,
  ExtractedArticle,
  ExtractResult,
  FactDecision,
  MethodInfo,
  NodeLabel,
} from '@webpith/server/api';

/** What is wanted of a page: everything in a request but the page itself. */
export type ExtractOptions = Omit<
  ExtractRequest,
  'html' | 'bytes' | 'charset' | 'url' | 'page' | 'view' | 'format'
>;

/** A page to extract from, as the server takes it. */
export type PageSource = Pick<ExtractRequest, 'html' | 'bytes' | 'url' | 'page' | 'view'>;

/** The article of a page. */
export function extractPage(
  source: PageSource,
  options: ExtractOptions,
  signal?: AbortSignal,
): Promise<ExtractResult> {
  return request<ExtractResult>('/v1/extract', { json: { ...source, ...options }, signal });
}

/** All methods that the server can extract with. */
export function listMethods(signal?: AbortSignal): Promise<MethodInfo[]> {
  return request<MethodInfo[]>('/v1/methods', { signal });
}

export type { Settings } from '@webpith/server/api';

/** What holds for the whole server. */
export function readSettings(signal?: AbortSignal): Promise<Settings> {
  return request<Settings>('/v1/settings', { signal });
}

/** Lets a model answer wherever none is named; null for the default. */
export function setDefaultModel(model: string | null): Promise<Settings> {
  return request<Settings>('/v1/settings', { method: 'PUT', json: { model } });
}

export type { RuleTrial, SiteRulesEntry } from '@webpith/server/api';

/** What rules would change on the known pages of a site. */
export function tryRules(trial: NewRuleTrial, signal?: AbortSignal): Promise<RuleTrial> {
  return request<RuleTrial>('/v1/site-rules/trial', { json: trial, signal });
}

/** Puts rules in force for a site; none takes back those it has. */
export async function putRules({ site, rules }: NewSiteRules): Promise<void> {
  if (rules.keep.length + rules.drop.length === 0)
    await request(`/v1/site-rules/${encodeURIComponent(site)}`, { method: 'DELETE' });
  else await request<SiteRulesEntry>('/v1/site-rules', { json: { site, rules } });
}

export type { Corrections, PageView } from '@webpith/server/api';

/** Pages that one read, the latest first; those of one address where it is named. */
export async function listViews(
  query: { readonly url?: string; readonly limit?: number } = {},
  signal?: AbortSignal,
): Promise<PageView[]> {
  return (await request<{ items: PageView[] }>('/v1/views', { query, signal })).items;
}

/** Names a page that one read, or says what is missing or too much on it. */
export function changeView(view: string, change: PageViewChange): Promise<PageView> {
  return request<PageView>(apiPath('views', view), { method: 'PUT', json: change });
}

/** Forgets a page, or all of them. */
export function removeView(view?: string): Promise<unknown> {
  return request(view === undefined ? '/v1/views' : apiPath('views', view), { method: 'DELETE' });
}
